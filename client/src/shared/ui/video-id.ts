const video =
  /^(?:https:\/\/(?:www\.|m\.)?youtu(?:\.be|be\.com)\/(?:watch\?v=|embed\/|shorts\/|live\/)?)?([\w-]{11})(?:[?&].*)?$/;

/** The id of a YouTube video, from an id or a link. */
export const videoId = (typed: string | null): string | undefined =>
  video.exec(typed?.trim() ?? '')?.[1];
