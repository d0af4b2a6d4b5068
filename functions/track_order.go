package functions

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/invoke"
	"github.com/toubkal/toubkal/server/paper"
)

// askPerHour bounds what may be asked about one order, and three times as much
// bounds one address: a number and a phone must not be found by trying.
const askPerHour = 10

// trackOrder tells a buyer how far an order is. The number alone, which is easy
// to guess, tells nothing: the phone must be the order's.
var trackOrder = invoke.Func{
	Name:    "track-order",
	Methods: []string{http.MethodPost},
	Open:    true,
	MaxBody: 4 << 10,
	Run: func(ctx context.Context, call *invoke.Call) (any, error) {
		asked, err := readAsked(call)
		if err != nil {
			return nil, err
		}
		o, err := asked.find(ctx, call, func(o *order) bool { return o.hasPhone(asked.Phone) })
		if err != nil {
			return nil, err
		}
		return orderState{o.OrderedAt.UTC(), o.Confirmed, o.Paid, o.Fulfilled, o.Quantity}, nil
	},
}

// orderState is the answer. It holds nothing about the buyer.
type orderState struct {
	OrderedAt time.Time `json:"ordered_at"`
	Confirmed bool      `json:"confirmed"`
	Paid      bool      `json:"paid"`
	Fulfilled bool      `json:"fulfilled"`
	Quantity  int       `json:"quantity"`
}

// askedOrder is what the three functions about orders are given.
type askedOrder struct {
	OrderNumber string `json:"order_number"`
	Phone       string `json:"phone"`
	Email       string `json:"email"`
	// Contact is one of the two.
	Contact  string `json:"contact"`
	Language string `json:"language"`

	press *paper.Press
}

// readAsked reads the body, and refuses in the language of the page what lacks
// something or is asked too often.
func readAsked(call *invoke.Call) (*askedOrder, error) {
	asked := &askedOrder{}
	err := call.Decode(asked)
	if err == nil {
		asked.press, err = call.Press()
	}
	if err != nil {
		return nil, err
	}
	asked.OrderNumber = strings.ToUpper(strings.TrimSpace(asked.OrderNumber))
	asked.Language = paper.Language(asked.Language)
	switch {
	case asked.OrderNumber == "" || strings.TrimSpace(asked.Phone+asked.Email+asked.Contact) == "":
		return nil, asked.refuse(http.StatusBadRequest, "order.missing")
	case call.RateLimited("order "+asked.OrderNumber, askPerHour):
		return nil, asked.refuse(http.StatusTooManyRequests, "order.often")
	}
	return asked, nil
}

func (a *askedOrder) refuse(status int, key string) error {
	return invoke.Refuse(status, a.press.Say(a.Language, key))
}

// order is a row of book_orders.
type order struct {
	paper.Order
	Email, Method        string
	Confirmed, Fulfilled bool
}

// numbered is what order_number may be; nothing else is worth a question.
var numbered = regexp.MustCompile(`^BO[0-9]{14,16}$`)

// find gives the order if mine accepts it; else, and where there is none, it is
// a 404 that tells neither from the other.
func (a *askedOrder) find(ctx context.Context, call *invoke.Call, mine func(*order) bool) (*order, error) {
	if !numbered.MatchString(a.OrderNumber) {
		return nil, a.refuse(http.StatusNotFound, "order.unknown")
	}
	o := &order{}
	err := call.AsServer(ctx, func(tx invoke.Tx) error {
		return tx.QueryRow(ctx, `select order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
				coalesce(shipping_postal_code, ''), quantity, trim_scale(total_amount)::text, currency, payment_method,
				split_part(coalesce(notes, ''), E'\n', 1), created_at, confirmed, paid, fulfilled
			from public.book_orders where order_number = $1`, a.OrderNumber).Scan(&o.Number, &o.Buyer, &o.Email, &o.Phone, &o.Address, &o.City,
			&o.PostalCode, &o.Quantity, &o.Total, &o.Currency, &o.Method, &o.Edition, &o.OrderedAt, &o.Confirmed, &o.Paid, &o.Fulfilled)
	})
	if errors.Is(err, invoke.ErrNoRows) || err == nil && !mine(o) {
		return nil, a.refuse(http.StatusNotFound, "order.unknown")
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
	own := phone(o.Phone)
	return len(own) >= 8 && phone(given) == own
}

// phone brings the ways in which a number is written to one: 06 12…, +212 6 12…
// and 00212612… are the same, in whatever digits and with whatever between.
func phone(written string) string {
	digits := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r >= '٠' && r <= '٩': // Arabic-Indic, as some keyboards write them
			return '0' + r - '٠'
		}
		return -1
	}, written)
	digits = strings.TrimPrefix(digits, "00")
	switch rest := strings.TrimPrefix(digits, "212"); {
	case len(digits) == 10 && digits[0] == '0':
		return "212" + digits[1:]
	case len(rest) == 10 && rest[0] == '0' && rest != digits: // +212 (0)6…
		return "212" + rest[1:]
	}
	return digits
}
