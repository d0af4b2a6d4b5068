package site

// messages are the texts that only the server writes, for crawlers. Those that the client
// has too are compared with its own by a test.
type messages struct{ home, claim, journal string }

var words = map[string]messages{
	"en": {home: "Home", claim: "First North African woman on Everest (2017)", journal: "Journal"},
	"fr": {home: "Accueil", claim: "Première Nord-Africaine au sommet de l’Everest (2017)", journal: "Carnet"},
	"ar": {home: "الرئيسية", claim: "أول امرأة من شمال إفريقيا على قمة إيفرست (2017)", journal: "دفتر الطريق"},
}
