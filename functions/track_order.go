package functions

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/client/site/telephone"
	"github.com/toubkal/toubkal/server/functions"
)

// queriesPerHour bounds the queries of one address for one order, and three times as much
// bounds them for all orders: a number and a phone must not be found by trying. There
// is no bound for an order from all addresses, since strangers could then lock its buyer
// out: a thousand addresses try 10,000 of some 200 million mobile numbers an hour, for
// one order whose number of 16 digits they must know first.
const queriesPerHour = 10

// trackOrder tells a buyer how far an order is. The number alone, which is easy to
// guess, is not enough: the phone must be the order's.
func trackOrder(renderer *documents.Renderer) functions.Function {
	return functions.Function{
		Public:  true,
		Methods: []string{http.MethodPost},
		MaxBody: 4 << 10,
		Handle: functions.JSON(func(ctx context.Context, call *functions.Call, asked orderQuery) (orderState, error) {
			if err := asked.prepare(call, renderer); err != nil {
				return orderState{}, err
			}
			o, err := asked.find(ctx, call, func(o *order) bool { return o.hasPhone(asked.Phone) })
			if err != nil {
				return orderState{}, err
			}
			return orderState{o.OrderedAt.UTC(), o.Confirmed, o.Paid, o.Fulfilled, o.Quantity, o.publicStatus()}, nil
		}),
	}
}

// orderState is the response. It has nothing about the buyer.
type orderState struct {
	OrderedAt time.Time `json:"ordered_at"`
	Confirmed bool      `json:"confirmed"`
	Paid      bool      `json:"paid"`
	Fulfilled bool      `json:"fulfilled"`
	Quantity  int       `json:"quantity"`
	// Status is new, confirmed, fulfilled, cancelled, refused or returned.
	Status string `json:"status"`
}

// orderQuery is the body of the three functions about orders.
type orderQuery struct {
	OrderNumber string `json:"order_number"`
	Phone       string `json:"phone"`
	Email       string `json:"email"`
	// Contact is an e-mail address or a phone.
	Contact  string `json:"contact"`
	Language string `json:"language"`

	renderer *documents.Renderer
}

// prepare normalizes the query, and refuses in the language of the page one that lacks
// something or comes too often.
func (oq *orderQuery) prepare(call *functions.Call, renderer *documents.Renderer) error {
	oq.renderer = renderer
	oq.OrderNumber = strings.ToUpper(strings.TrimSpace(oq.OrderNumber))
	oq.Language = documents.Language(oq.Language)
	switch {
	case oq.OrderNumber == "" || strings.TrimSpace(oq.Phone+oq.Email+oq.Contact) == "" && !demoCode.MatchString(oq.OrderNumber):
		return oq.refuse(http.StatusBadRequest, "order.missing")
	case call.RateLimitedAtAddress("order "+oq.OrderNumber, queriesPerHour):
		return oq.refuse(http.StatusTooManyRequests, "order.often")
	}
	return nil
}

func (oq *orderQuery) refuse(status int, key string) error {
	return functions.Refuse(status, oq.renderer.Message(oq.Language, key))
}

// order is a row of book_orders.
type order struct {
	documents.Order
	Email, Method, Status string
	Confirmed, Fulfilled  bool
}

// publicStatus is the state that the buyer is told. What was taken for spam will not be
// delivered, like a cancelled order.
func (o *order) publicStatus() string {
	if o.Status == "spam" {
		return "cancelled"
	}
	return o.Status
}

// hasEnded tells that nothing more is delivered; then there is nothing to pay, and no receipt.
func (o *order) hasEnded() bool {
	return o.Status != "new" && o.Status != "confirmed" && o.Status != "fulfilled"
}

// orderNumber is the format of order_number; nothing else is worth a query.
var orderNumber = regexp.MustCompile(`^BO[0-9]{14,16}$`)

// demoCode is the format of the codes of the card checkout, which is a demonstration: no order has one.
var demoCode = regexp.MustCompile(`^DEMO-[2-9A-Z]{6}$`)

// find returns the order if isBuyer accepts it. If not, the 404 is the same as where
// there is no such order, after the same query.
func (oq *orderQuery) find(ctx context.Context, call *functions.Call, isBuyer func(*order) bool) (*order, error) {
	if !orderNumber.MatchString(oq.OrderNumber) {
		return nil, oq.refuse(http.StatusNotFound, "order.unknown")
	}
	o := &order{}
	err := call.AsServiceRole(ctx, func(tx functions.Tx) error {
		return tx.QueryRow(ctx, `select order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
				coalesce(shipping_postal_code, ''), quantity, trim_scale(total_amount)::text, currency, payment_method,
				coalesce(edition, ''), created_at, confirmed, paid, fulfilled, order_status
			from public.book_orders where order_number = $1`, oq.OrderNumber).Scan(&o.Number, &o.Buyer, &o.Email, &o.Phone, &o.Address, &o.City,
			&o.PostalCode, &o.Quantity, &o.Total, &o.Currency, &o.Method, &o.Edition, &o.OrderedAt, &o.Confirmed, &o.Paid, &o.Fulfilled, &o.Status)
	})
	if errors.Is(err, functions.ErrNoRows) || err == nil && !isBuyer(o) {
		return nil, oq.refuse(http.StatusNotFound, "order.unknown")
	}
	if err != nil {
		return nil, err
	}
	o.OnDelivery = o.Method == "cash" || o.Method == "cod"
	return o, nil
}

func (o *order) hasEmail(given string) bool {
	return strings.EqualFold(strings.TrimSpace(given), strings.TrimSpace(o.Email)) && o.Email != ""
}

func (o *order) hasPhone(given string) bool {
	own, ok := withCountry(o.Phone)
	asked, _ := withCountry(given)
	return ok && asked == own
}

// withCountry is a phone number as E.164. Orders from before numbers were checked may have a country code without
// its plus sign.
func withCountry(phone string) (string, bool) {
	if number, ok := telephone.E164(phone); ok {
		return number, true
	}
	return telephone.E164("+" + phone)
}
