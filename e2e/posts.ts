import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { call, plinthUrl } from './people.ts'
import { smallPng } from './files.ts'

/** A film of six seconds from the demo world. */
export const DEMO_FILM = path.resolve(
  import.meta.dirname,
  '../server/seeds/world/videos/spruce-tilt.mp4',
)

export interface PublishedPost {
  id: string
  title: string
  creatorId: string
  isReady: boolean
  likeCount: number
  commentCount: number
  media: { picture: { renditions: number[]; originalUrl: string } }[]
}

/** A post by this page's person, seen by everybody when the promise resolves. */
export async function publish(
  page: Page,
  title: string,
  {
    fields = {},
    files,
    url = plinthUrl(),
  }: { fields?: Record<string, string>; files?: string[]; url?: string } = {},
): Promise<PublishedPost> {
  const paths = files ?? [await smallPng('publish.png', '#3c6e71')]
  const media = await Promise.all(
    paths.map(async (file, index) => [
      `media_${index}`,
      {
        name: path.basename(file),
        mimeType: file.endsWith('.mp4') ? 'video/mp4' : 'image/png',
        buffer: await readFile(file),
      },
    ]),
  )
  const { id } = await call<PublishedPost>(page, 'POST', '/api/posts', {
    url,
    multipart: { title, ...fields, ...Object.fromEntries(media) },
  })
  const read = () => call<PublishedPost>(page, 'GET', `/api/posts/${id}`, { url })
  await expect.poll(async () => (await read()).isReady, { timeout: 60_000 }).toBe(true)
  return read()
}

/** Says something under a post; answers the comment's id. */
export async function say(
  page: Page,
  postId: string,
  content: string,
  { parentId, url = plinthUrl() }: { parentId?: string; url?: string } = {},
): Promise<string> {
  const { id } = await call<{ id: string }>(page, 'POST', `/api/posts/${postId}/comments`, {
    url,
    data: { content, ...(parentId === undefined ? {} : { parentId }) },
  })
  return id
}

/** Opens a page whose counts are kept up to date, and waits until they are. */
export async function openLive(page: Page, address: string): Promise<void> {
  // One tab of a browser tells the server for all of them.
  const watched = page
    .context()
    .waitForEvent('response', (answer) => /\/api\/live\/[^/]+\/watch$/.test(answer.url()))
  await page.goto(address)
  expect((await watched).status()).toBe(204)
}
