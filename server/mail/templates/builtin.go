package templates

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
	text "text/template"

	"github.com/BurntSushi/toml"
)

// builtIn has a file of wording for each language, and the layouts that they share. A new
// language is one more file.
//
//go:embed builtin/*
var builtIn embed.FS

// wording are the texts of one language.
type wording struct {
	// Fallback stands above the address of a button, Ignore at the end of messages that
	// anybody can ask for, Alert at the end of those about a change.
	Fallback, Ignore, Alert string
	Kinds                   map[string]kindWording
}

// kindWording is one kind; Button and Code are empty where it has none.
type kindWording struct{ Subject, Heading, Intro, Button, Link, Code string }

// variable is one that stands within a sentence: in HTML it is isolated, since an address
// is written left to right in a sentence of any direction.
var variable = regexp.MustCompile(`{{ \.[A-Z][A-Za-z]* }}`)

func (s *Set) loadBuiltIn() error {
	// The layouts make templates, so they have delimiters of their own.
	layouts, err := text.New("").Delims("[[", "]]").ParseFS(builtIn, "builtin/layout.*")
	if err != nil {
		return err
	}
	files, err := builtIn.ReadDir("builtin")
	if err != nil {
		return err
	}
	for _, file := range files {
		language, ok := strings.CutSuffix(file.Name(), ".toml")
		if !ok {
			continue
		}
		var texts wording
		if _, err := toml.DecodeFS(builtIn, path.Join("builtin", file.Name()), &texts); err != nil {
			return fmt.Errorf("%s: %w", file.Name(), err)
		}
		for _, kind := range Kinds {
			m, err := texts.message(layouts, kind, language)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", file.Name(), kind, err)
			}
			if s.kinds[kind] == nil {
				s.kinds[kind] = map[string]*message{}
			}
			s.kinds[kind][language] = m
		}
	}
	return nil
}

// message fills the layouts with the wording of a kind, and parses what they make.
func (w wording) message(layouts *text.Template, kind, language string) (*message, error) {
	texts := w.Kinds[kind]
	parts := map[string]string{
		"Subject": texts.Subject, "Heading": texts.Heading, "Intro": texts.Intro, "Button": texts.Button, "Link": texts.Link,
		"CodeLabel": texts.Code, "Fallback": w.Fallback, "Note": w.Ignore, "Start": "left",
	}
	if strings.HasSuffix(kind, "_notification") {
		parts["Note"] = w.Alert
	}
	if Direction(language) == "rtl" {
		parts["Start"] = "right"
	}
	m := &message{}
	var err error
	if m.subject, err = parseText(kind, language, texts.Subject); err != nil {
		return nil, err
	}
	var plain, html strings.Builder
	if err := layouts.ExecuteTemplate(&plain, "layout.txt", parts); err != nil {
		return nil, err
	}
	if m.text, err = parseText(kind, language, plain.String()); err != nil {
		return nil, err
	}
	parts["Intro"] = variable.ReplaceAllString(texts.Intro, "<bdi>$0</bdi>")
	if err := layouts.ExecuteTemplate(&html, "layout.html", parts); err != nil {
		return nil, err
	}
	m.html, err = parseHTML(kind, language, html.String())
	return m, err
}
