package web

// words are the few that only the server says: in feeds, and to readers without
// scripts.
var words = map[string]struct {
	home, claim, journal, empty, emptyMore string
	minutes                                string // after a number; the same for any
	notice                                 string // over a post that is not in the reader's language
}{
	"en": {
		home: "Home", claim: "First North African woman on Everest (2017)",
		journal: "Journal", empty: "No posts yet", emptyMore: "Check back soon for new content",
		minutes: "min", notice: "This post has not been written in your language: here it is in English.",
	},
	"fr": {
		home: "Accueil", claim: "Première femme nord-africaine sur l’Everest (2017)",
		journal: "Journal", empty: "Aucun article pour l’instant", emptyMore: "Revenez bientôt pour de nouveaux textes",
		minutes: "min", notice: "Cet article n’existe pas encore en français\u00a0: le voici en anglais.",
	},
	"ar": {
		home: "الرئيسية", claim: "أول امرأة من شمال إفريقيا على قمة إيفرست (2017)",
		journal: "المدونة", empty: "لا توجد مقالات بعد", emptyMore: "عودوا قريبًا لقراءة الجديد",
		minutes: "د", notice: "هذا المقال غير متوفر بالعربية بعد، وهذا نصه بالإنجليزية.",
	},
}
