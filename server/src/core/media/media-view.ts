import { originalUrl, type Media } from '@plinth/contract/media/media.ts'
import type { MediaRow } from './media-queries.ts'

export const mediaView = (row: MediaRow): Media => ({
  id: row.id,
  url: originalUrl(row.id, row.extension) + row.picture.signature,
  state: row.state,
  failure: row.failure,
  fileName: row.file_name,
  contentType: row.content_type,
  bytes: Number(row.bytes),
  kind: row.kind,
  picture: row.picture,
  video: row.video,
  audio: row.audio,
  document: row.document,
  createdAt: row.created_at.toISOString(),
})
