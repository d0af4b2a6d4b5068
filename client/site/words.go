package site

import (
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// messages are the texts that only the server writes: for crawlers, and for readers
// without scripts. Those that the client has too are compared with its own by a test.
type messages struct {
	home, claim, journal string
	empty, emptyMore     string
	by                   string // with {{name}}
	back, others, notice string
	// minutes of reading, with {{amount}}, by their plural form.
	minutes map[plural.Form]string
}

var words = map[string]messages{
	"en": {
		home: "Home", claim: "First North African woman on Everest (2017)", journal: "Journal",
		empty: "No posts yet", emptyMore: "Check back soon for new content",
		by: "By {{name}}", back: "Back to the journal", others: "Other texts", notice: "This text is shown in English.",
		minutes: map[plural.Form]string{plural.Other: "{{amount}} min read"},
	},
	"fr": {
		home: "Accueil", claim: "Première Nord-Africaine au sommet de l’Everest (2017)", journal: "Carnet",
		empty: "Pas encore de texte", emptyMore: "Revenez bientôt\u00a0: de nouveaux textes sont en chemin",
		by: "Par {{name}}", back: "Retour au carnet", others: "Autres textes",
		notice:  "Ce texte n’existe pas encore en français\u00a0: voici l’original anglais.",
		minutes: map[plural.Form]string{plural.Other: "{{amount}} min de lecture"},
	},
	"ar": {
		home: "الرئيسية", claim: "أول امرأة من شمال إفريقيا على قمة إيفرست (2017)", journal: "دفتر الطريق",
		empty: "لا نصوص بعد", emptyMore: "عد قريبًا، فنصوص جديدة في الطريق",
		by: "بقلم {{name}}", back: "العودة إلى الدفتر", others: "نصوص أخرى",
		notice: "لم يُترجم هذا النص إلى العربية بعد، وهذا أصله بالإنجليزية.",
		minutes: map[plural.Form]string{
			plural.Zero: "أقل من دقيقة قراءة", plural.One: "دقيقة قراءة واحدة", plural.Two: "دقيقتا قراءة",
			plural.Few: "{{amount}} دقائق قراءة", plural.Many: "{{amount}} دقيقة قراءة", plural.Other: "{{amount}} دقيقة قراءة",
		},
	},
}

// minutes is the time that reading takes, in words.
func minutes(number int, in string) string {
	form := plural.Cardinal.MatchPlural(language.Make(in), number, 0, 0, 0, 0)
	text, ok := words[in].minutes[form]
	if !ok {
		text = words[in].minutes[plural.Other]
	}
	return strings.ReplaceAll(text, "{{amount}}", strconv.Itoa(number))
}
