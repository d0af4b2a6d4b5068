package app

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/project"
)

func TestALostDatabaseEndsAProgramThatShallNotRecover(t *testing.T) {
	t.Parallel()
	environ := []string{
		"SERVICES=rest", "AUTO_MIGRATE=false", "PORT=0", "DATABASE_URL=postgres://u:hush@" + closedPort(t) + "/x",
		"PGRST_DB_POOL_AUTOMATIC_RECOVERY=false",
	}
	err := Command(t.Context(), project.Project{}, []string{"serve"}, environ, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "the database was lost") || strings.Contains(err.Error(), "hush") {
		t.Errorf("it ended with %v, want the loss of its database", err)
	}
}

func TestSchemaCacheIsInOrder(t *testing.T) {
	t.Parallel()
	name := func(s string) catalog.Name { return catalog.Name{Schema: "api", Name: s} }
	snapshot := &catalog.Snapshot{
		Tables:        map[catalog.Name]*catalog.Table{},
		Relationships: map[catalog.Name][]*catalog.Relationship{name("b"): {{From: name("b"), To: name("a")}}},
		Functions:     map[catalog.Name][]*catalog.Function{name("f"): {{Name: name("f")}}},
	}
	for _, each := range []string{"c", "a", "b"} {
		snapshot.Tables[name(each)] = &catalog.Table{Name: name(each)}
	}
	text, err := json.Marshal(schemaCache(snapshot))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Tables        []struct{ Name string }       `json:"dbTables"`
		Relationships []struct{ From catalog.Name } `json:"dbRelationships"`
		Functions     []struct{ Name string }       `json:"dbRoutines"`
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	var order string
	for _, table := range got.Tables {
		order += table.Name
	}
	if order != "abc" || len(got.Relationships) != 1 || len(got.Functions) != 1 {
		t.Errorf("tables %q, relationships %v, functions %v:\n%s", order, got.Relationships, got.Functions, text)
	}
	if text, _ := json.Marshal(schemaCache(nil)); string(text) != "null" {
		t.Errorf("before the first load it is %s, want null", text)
	}
}
