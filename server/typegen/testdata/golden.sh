#!/usr/bin/env bash
# Writes to FILE what @supabase/postgrest-typegen 0.2.5 makes of SCHEMAS in the database at DATABASE_URL:
#   golden.sh FILE SCHEMAS
# Needs npm and Node 20 or newer; it installs the generator in a temporary folder. The golden files, from the top
# folder of the repository:
#   go run ./server/test/pgtest/cluster -load server/typegen/testdata/features.sql -- server/typegen/testdata/golden.sh \
#     server/typegen/testdata/features.postgrest-typegen-0.2.5.ts public,sales,nothing
set -euo pipefail
file=$(realpath -m "${1:?usage: golden.sh FILE SCHEMAS}") schemas=${2:?usage: golden.sh FILE SCHEMAS}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save --no-fund --no-audit @supabase/postgrest-typegen@0.2.5 pg@8.23.0 >&2
cat > generate.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import pg from 'pg';

const [file, schemas] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const metadata = await introspect(pool, { includedSchemas: schemas.split(',') });
const options = { detectOneToOneRelationships: true, postgrestVersion: '14.12' };
writeFileSync(file, await generateTypescript(sortGeneratorMetadata(metadata), options));
await pool.end();
JS
node generate.mjs "$file" "$schemas"
