package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Cases of lists, each of 100 among 1,000,000 objects.
const (
	listFirst   = "list-v2, first page"
	listWalk    = "list-v2, page after page"
	listLast    = "list-v2, last page"
	listFolder  = "list-v2, a folder, by prefix and delimiter"
	listFolders = "list-v2, folders, by prefix and delimiter"
	listOffset  = "list, a folder"
)

// lists are the pages of each case. Folders and objects are named f0000/o0000.
var lists = map[string]*list{
	listFirst: {route: "list-v2", body: `{"limit":100`, item: `"metadata":`},
	listWalk: {route: "list-v2", body: `{"limit":100`, item: `"metadata":`, walks: true, begins: func(e *storageEnvironment, server string) (string, error) {
		folders, _ := e.listed()
		return e.cursorIn(server, rand.IntN(folders), pageSize) // #nosec G404 -- a place to begin
	}},
	listLast: {route: "list-v2", body: `{"limit":100`, item: `"metadata":`, begins: func(e *storageEnvironment, server string) (string, error) {
		folders, each := e.listed()
		return e.cursorIn(server, folders-1, each-pageSize)
	}},
	listFolder:  {route: "list-v2", body: `{"limit":100,"prefix":"f0042/o","with_delimiter":true`, item: `"metadata":`},
	listFolders: {route: "list-v2", body: `{"limit":100,"prefix":"f","with_delimiter":true`, item: `"key":`, walks: true},
	listOffset:  {route: "list", body: `{"limit":100,"offset":100,"prefix":"f0042"`, item: `"metadata":`},
}

// listed is how many folders the bucket of lists has, and how many objects each: a million
// in all, or as few in a short run as the pages need.
func (e *storageEnvironment) listed() (folders, each int) {
	return max(int(1000*e.o.scale)/pageSize*pageSize, pageSize), max(int(1000*e.o.scale), 2*pageSize)
}

// cursorIn is the cursor after so many objects of a folder.
func (e *storageEnvironment) cursorIn(server string, folder, after int) (string, error) {
	body := fmt.Sprintf(`{"prefix":"f%04d/","limit":%d}`, folder, after)
	_, page, err := e.send(context.Background(), server, "POST", "/object/list-v2/"+listedBucket, strings.NewReader(body), int64(len(body)), "Content-Type", "application/json")
	if err != nil {
		return "", err
	}
	if cursor := nextCursor(page); cursor != "" {
		return cursor, nil
	}
	return "", errors.New("a page in a folder has no cursor of the next one")
}

// fillLists makes the objects of lists, without bytes: nobody downloads them. Triggers, which
// count usage, are off, since they are no part of a list.
func (e *storageEnvironment) fillLists(ctx context.Context) error {
	folders, each := e.listed()
	_, err := e.admin.Exec(ctx, fmt.Sprintf(`begin; set local session_replication_role = replica; set local synchronous_commit = off;
		insert into storage.objects (bucket_id, name, version, metadata)
		select '%s', 'f' || to_char(f, 'FM0000') || '/o' || to_char(o, 'FM0000') || '.jpg', gen_random_uuid()::text, jsonb_build_object('eTag', '"' || md5(o::text) || '"',
			'size', 1000 + o, 'mimetype', 'image/jpeg', 'cacheControl', 'max-age=3600', 'lastModified', now(), 'contentLength', 1000 + o, 'httpStatusCode', 200)
		from generate_series(0, %d - 1) f, generate_series(0, %d - 1) o; commit`, listedBucket, folders, each))
	if err != nil {
		return fmt.Errorf("make the objects of lists: %w", err)
	}
	_, err = e.admin.Exec(ctx, "vacuum analyze storage.objects")
	return err
}
