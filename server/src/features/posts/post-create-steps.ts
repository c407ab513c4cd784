import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { POST_MEDIA_KINDS } from '@plinth/contract/media/file-types.ts'
import type { PostForm } from '@plinth/contract/posts/form.ts'
import type { createPost } from '@plinth/contract/posts/posts.ts'
import { resolveFileUrl, ingestFile } from '../../core/media/intake/intake.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import { mediaIdOfUrl } from '../../core/media/media-rules.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalidField, orNotFound } from '../../http/errors.ts'
import type { Form, FormFile } from '../../http/bodies.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { PostWriter } from './post-create-queries.ts'
import { findPost } from './post-item-queries.ts'
import { checkType, noMedia, contentOfForm, contentOfJson, type PostContent } from './post-rules.ts'
import { findByClientId, findMediaKinds, findTargets } from './post-write-queries.ts'

export interface CreateDeps extends Deps {
  writePost: PostWriter
  /** Aborts when nobody waits for the post any more. */
  signal: AbortSignal
}

/** Creates a post from a form and returns its JSON. A repeated client id returns the existing post. */
export async function createFromForm(
  deps: CreateDeps,
  viewer: Viewer,
  { fields, files }: Form<PostForm>,
): Promise<string> {
  const content = contentOfForm(fields)
  if (files.length === 0) throw noMedia('media')
  return create(deps, viewer, content, files)
}

/** For admins only: creates a post from a title and a link to one file. */
export async function createFromJson(
  deps: CreateDeps,
  viewer: Viewer,
  body: BodyOf<typeof createPost>,
): Promise<string> {
  if (!viewer.isAdmin) {
    throw new AppError('auth.forbidden', 'Send a form with at least one image or video.')
  }
  const content = contentOfJson(body)
  const url = body.mediaUrl.trim()
  if (url === '') throw noMedia('mediaUrl')
  return create(deps, viewer, content, [{ url, alt: undefined }])
}

async function create(
  deps: CreateDeps,
  viewer: Viewer,
  content: PostContent,
  files: FormFile[],
): Promise<string> {
  const { env, writePost } = deps
  const isApproved = env.moderation === 'post' || viewer.isAdmin
  const write = (mediaIds: string[]) =>
    writePost({ ...content, creatorId: viewer.id, mediaIds, isApproved, isWithWork: false })
  // What is all there needs no checks before it is written. Whatever is wrong with it is found below.
  const uploaded = uploadedIds(files, env.publicUrl)
  return (
    (uploaded && (await write(uploaded))) ??
    (await createChecked(deps, viewer, content, files, write))
  )
}

/** The ids of the files if all of them were uploaded before and keep their alt texts; otherwise null. */
function uploadedIds(files: FormFile[], publicUrl: string): string[] | null {
  const ids: string[] = []
  for (const file of files) {
    const id = 'url' in file && file.alt === undefined ? mediaIdOfUrl(file.url, publicUrl) : null
    if (id === null) return null
    ids.push(id)
  }
  return ids
}

/** Checks everything in turn, so that the error names what is wrong, and takes the files that are new. */
async function createChecked(
  deps: CreateDeps,
  viewer: Viewer,
  content: PostContent,
  files: FormFile[],
  write: (mediaIds: string[]) => Promise<string | null>,
): Promise<string> {
  const { reads, env } = deps
  const findTwin = async () => {
    const id = content.clientId && (await findByClientId(reads, viewer.id, content.clientId))
    return id ? orNotFound(await findPost(reads, { viewerId: viewer.id }, id)) : null
  }
  const twin = await findTwin()
  if (twin !== null) return twin
  checkLinks(files, env.publicUrl)
  await checkTargets(deps, viewer.id, content)

  const taken: string[] = []
  try {
    const mediaIds = await takeAll(deps, viewer.id, files, taken)
    checkType(content.type, await findMediaKinds(reads, mediaIds))
    const post = await write(mediaIds)
    if (post !== null) return post
    const winner = await findTwin()
    if (winner === null) {
      throw new AppError('not_found', 'We no longer have one of the files. Add it again.')
    }
    await removeTaken(deps, taken)
    return winner
  } catch (error) {
    await removeTaken(deps, taken)
    throw error
  }
}

/** Anything but a file must be one of our uploads or a link that we can fetch. */
function checkLinks(files: FormFile[], publicUrl: string): void {
  for (const file of files) {
    if ('path' in file || /^https?:\/\//i.test(file.url)) continue
    if (mediaIdOfUrl(file.url, publicUrl) !== null) continue
    throw invalidField('media', 'Add an uploaded file, or a link that starts with https://.')
  }
}

async function checkTargets(
  { reads }: Deps,
  creatorId: string,
  content: PostContent,
): Promise<void> {
  const { categoryId, portfolioId } = content
  if (categoryId === null && portfolioId === null) return
  const { hasCategory, hasWork } = await findTargets(reads, { creatorId, categoryId, portfolioId })
  if (categoryId !== null && !hasCategory)
    throw invalidField('categoryId', 'Choose another category. This one doesn’t exist.')
  if (portfolioId !== null && !hasWork) {
    throw invalidField('portfolioId', 'We can’t find this work among yours.')
  }
}

/** The ids of the files' media, in order. Adds media that this call creates to `taken`. */
async function takeAll(
  deps: CreateDeps,
  ownerId: string,
  files: FormFile[],
  taken: string[],
): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const isHere = 'url' in file && mediaIdOfUrl(file.url, deps.env.publicUrl) !== null
    const id =
      'path' in file
        ? await ingestFile(deps, {
            ownerId,
            fileName: file.fileName,
            alt: file.alt,
            file: file.path,
            kinds: POST_MEDIA_KINDS,
            signal: deps.signal,
          })
        : await resolveFileUrl(deps, {
            ownerId,
            fileUrl: file.url,
            fileName: nameOf(file.url),
            alt: file.alt,
            kinds: POST_MEDIA_KINDS,
            signal: deps.signal,
          })
    ids.push(id)
    if (!isHere) taken.push(id)
  }
  return ids
}

const nameOf = (url: string): string =>
  URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : ''

/** Removes the media that this call created, after a repeated request or a failure. */
async function removeTaken(deps: Deps, taken: string[]): Promise<void> {
  for (const id of taken.splice(0)) {
    await deps.db.transaction().execute((trx) => removeMediaIfUnused(deps, trx, id))
  }
}
