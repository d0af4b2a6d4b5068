package account

import (
	"context"
	"encoding/json"

	"github.com/toubkal/toubkal/server/db"
)

// mergeSQL merges the JSON object of a parameter into a column, top level only.
func mergeSQL(column, parameter string) string {
	return `(coalesce(` + column + `, '{}') || ` + parameter + `::jsonb)
		- array(select key from jsonb_each(` + parameter + `::jsonb) where value = 'null')`
}

// MergeUserMetadata merges fields into user_metadata.
func (s *Store) MergeUserMetadata(ctx context.Context, tx db.Tx, userID string, fields map[string]json.RawMessage) error {
	merged, err := JSONObject(fields)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update auth.users set updated_at = $3, raw_user_meta_data = `+mergeSQL("raw_user_meta_data", "$2")+` where id = $1`, userID, merged, s.now())
	return err
}

// JSONObject is fields as a JSON object, {} for none.
func JSONObject(fields map[string]json.RawMessage) (string, error) {
	if fields == nil {
		return "{}", nil
	}
	text, err := json.Marshal(fields)
	return string(text), err
}
