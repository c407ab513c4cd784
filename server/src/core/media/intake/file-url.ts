import { writeFile } from 'node:fs/promises'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { MEDIA_KINDS, type MediaKind } from '@plinth/contract/media/media.ts'
import type { Deps } from '../../../deps.ts'
import { fetchRemoteFile } from '../../../gateways/download.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { AppError } from '../../../http/errors.ts'
import { ingestFile } from './media-intake.ts'
import type { MediaDeps } from '../media-objects.ts'
import { claimMedia, setMediaAlt } from '../media-queries.ts'
import { mediaIdOfUrl, notTaken, otherKind, parseDataUrl } from '../media-rules.ts'

export interface FileUrl {
  fileUrl: string
  ownerId: string
  fileName: string
  /** Left as it is when undefined. */
  alt?: string | undefined
  /** What is taken here; everything unless it is said. */
  kinds?: readonly MediaKind[]
  /** What the person says it is. */
  said?: MediaKind | undefined
}

/**
 * The media behind what a person gave as a file: the URL of one of their finished uploads, a `data:`
 * URL, or a remote URL, which is fetched now. Answers the media's id or throws what to tell them.
 */
export async function resolveFileUrl(
  deps: MediaDeps & Pick<Deps, 'mayFetch'>,
  given: FileUrl,
): Promise<string> {
  const { fileUrl } = given
  if (fileUrl.startsWith('data:')) {
    const bytes = parseDataUrl(fileUrl)
    return withTempFile(deps.env.dataDir, async (file) => {
      await writeFile(file, bytes)
      return ingestFile(deps, { ...given, file })
    })
  }
  const mediaId = mediaIdOfUrl(fileUrl, deps.env.publicUrl)
  if (mediaId !== null) return claim(deps, mediaId, given)
  if (!/^https?:\/\//i.test(fileUrl)) {
    throw new AppError(
      'input.invalid',
      'fileUrl must be an upload, or a link that starts with https://.',
      {
        fields: { fileUrl: 'must be an upload, or a link that starts with https://' },
      },
    )
  }
  return withTempFile(deps.env.dataDir, async (file) => {
    await fetchRemoteFile(fileUrl, {
      maxBytes: MAX_MEDIA_BYTES,
      mayFetch: deps.mayFetch,
      toFile: file,
    })
    return ingestFile(deps, { ...given, file })
  })
}

async function claim({ db }: MediaDeps, mediaId: string, given: FileUrl): Promise<string> {
  const { ownerId, alt, said, kinds = MEDIA_KINDS } = given
  const kind = await claimMedia(db, { mediaId, ownerId })
  if (kind === null) {
    throw new AppError('not_found', 'There is no such upload of yours. Upload the file again.')
  }
  if (!kinds.includes(kind)) throw notTaken(kinds)
  if (said !== undefined && said !== kind) throw otherKind(kind, said)
  if (alt !== undefined) await setMediaAlt(db, { mediaId, ownerId, alt })
  return mediaId
}
