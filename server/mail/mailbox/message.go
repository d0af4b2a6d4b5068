package mailbox

import (
	"bytes"
	"crypto/md5"  // #nosec G501 -- a checksum of the API
	"crypto/sha1" // #nosec G505 -- a checksum of the API
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

// address is a person, as Mailpit writes one.
type address struct{ Name, Address string }

// message is the summary of one, as Mailpit's lists have it.
type message struct {
	ID          string
	MessageID   string
	Read        bool
	From        *address
	To          []address
	Cc          []address
	Bcc         []address
	ReplyTo     []address
	Subject     string
	Created     time.Time
	Username    string
	Tags        []string
	Size        int
	Attachments int
	Snippet     string

	search string // the beginning of all text, in lower case
}

// part is an attachment or an inline file.
type part struct {
	PartID      string
	FileName    string
	ContentType string
	ContentID   string
	Size        int
	Checksums   struct{ MD5, SHA1, SHA256 string }

	content []byte
}

// full is a message with its texts and files.
type full struct {
	message
	Text, HTML          string
	inline, attachments []*part
	parts               []*part
	header              mail.Header
	raw                 []byte
}

const (
	// maxSnippet is the length of the excerpt of a text in lists, in characters.
	maxSnippet = 250
	// maxSearch is the length of the part of a text that is searched, in bytes.
	maxSearch = 20 << 10
	// maxDepth bounds parts within parts.
	maxDepth = 10
)

// parse reads a message (RFC 5322 and MIME). Its texts are UTF-8, as this program
// writes them.
func parse(id string, raw []byte) (*full, error) {
	read, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	f := &full{header: read.Header, raw: raw}
	var words mime.WordDecoder
	subject, err := words.DecodeHeader(read.Header.Get("Subject"))
	if err != nil {
		subject = read.Header.Get("Subject")
	}
	f.message = message{
		ID: id, MessageID: strings.Trim(read.Header.Get("Message-Id"), "<>"), Subject: subject, Size: len(raw), Tags: []string{},
		To: addresses(read.Header, "To"), Cc: addresses(read.Header, "Cc"), Bcc: addresses(read.Header, "Bcc"), ReplyTo: addresses(read.Header, "Reply-To"),
	}
	if from := addresses(read.Header, "From"); len(from) > 0 {
		f.From = &from[0]
	}
	if err := f.walk(partHeader(read.Header.Get), read.Body, "1", 0); err != nil {
		return nil, err
	}
	f.Attachments = len(f.attachments)
	f.Snippet = strings.Join(strings.Fields(f.Text), " ")
	if runes := []rune(f.Snippet); len(runes) > maxSnippet {
		f.Snippet = string(runes[:maxSnippet])
	}
	all := strings.ToLower(f.Subject + "\n" + strings.Join(people(f.From, f.To, f.Cc, f.Bcc, f.ReplyTo), "\n") + "\n" + f.Text + "\n" + f.HTML)
	f.search = strings.ToValidUTF8(all[:min(len(all), maxSearch)], "")
	return f, nil
}

// partHeader gets a field of a part's header.
type partHeader func(name string) string

// walk reads a part and those within it.
func (f *full) walk(header partHeader, body io.Reader, id string, depth int) error {
	kind, parameters, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	if strings.HasPrefix(kind, "multipart/") && depth < maxDepth {
		parts := multipart.NewReader(body, parameters["boundary"])
		for n := 1; ; n++ {
			next, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read part %s.%d: %w", id, n, err)
			}
			if err := f.walk(next.Header.Get, next, fmt.Sprintf("%s.%d", id, n), depth+1); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(header("Content-Transfer-Encoding")) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("read part %s: %w", id, err)
	}
	disposition, names, _ := mime.ParseMediaType(header("Content-Disposition"))
	switch {
	case disposition != "attachment" && kind == "text/plain" && f.Text == "":
		f.Text = string(content)
	case disposition != "attachment" && kind == "text/html" && f.HTML == "":
		f.HTML = string(content)
	default:
		f.add(id, kind, disposition, strings.Trim(header("Content-Id"), "<>"), names["filename"], content)
	}
	return nil
}

func (f *full) add(id, kind, disposition, contentID, name string, content []byte) {
	p := &part{PartID: id, FileName: name, ContentType: kind, ContentID: contentID, Size: len(content), content: content}
	one, two, three := md5.Sum(content), sha1.Sum(content), sha256.Sum256(content) // #nosec G401 -- checksums of the API
	p.Checksums.MD5, p.Checksums.SHA1, p.Checksums.SHA256 = hex.EncodeToString(one[:]), hex.EncodeToString(two[:]), hex.EncodeToString(three[:])
	f.parts = append(f.parts, p)
	if disposition == "inline" || contentID != "" {
		f.inline = append(f.inline, p)
		return
	}
	f.attachments = append(f.attachments, p)
}

// document is the message as Mailpit's GET /api/v1/message/ID has it.
func (f *full) document() map[string]any {
	unsubscribe := f.header.Get("List-Unsubscribe")
	links := []string{}
	for _, link := range strings.Split(unsubscribe, ",") {
		if link = strings.Trim(strings.TrimSpace(link), "<>"); link != "" {
			links = append(links, link)
		}
	}
	date, err := f.header.Date()
	if err != nil {
		date = f.Created
	}
	return map[string]any{
		"ID": f.ID, "MessageID": f.MessageID, "From": f.From, "To": f.To, "Cc": f.Cc, "Bcc": f.Bcc, "ReplyTo": f.ReplyTo,
		"ReturnPath": strings.Trim(f.header.Get("Return-Path"), "<>"), "Subject": f.Subject, "Date": date, "Tags": f.Tags, "Username": "",
		"ListUnsubscribe": map[string]any{"Header": unsubscribe, "Links": links, "Errors": "", "HeaderPost": f.header.Get("List-Unsubscribe-Post")},
		"Text":            f.Text, "HTML": f.HTML, "Size": f.Size,
		"Inline": append([]*part{}, f.inline...), "Attachments": append([]*part{}, f.attachments...),
	}
}

func addresses(header mail.Header, name string) []address {
	found := []address{}
	list, err := header.AddressList(name)
	if err != nil {
		return found
	}
	for _, one := range list {
		found = append(found, address{one.Name, one.Address})
	}
	return found
}

// people are names and addresses as one searches for them.
func people(from *address, lists ...[]address) (all []string) {
	if from != nil {
		lists = append(lists, []address{*from})
	}
	for _, list := range lists {
		for _, one := range list {
			all = append(all, strings.ToLower(one.Name+" <"+one.Address+">"))
		}
	}
	return all
}
