import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { call, plinthUrl } from './people.ts'
import { smallPng } from './files.ts'

/** A six-second film of the demo world. */
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

/** Publishes a post by this page's person; resolves when everybody can see it. */
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

/** Comments on a post. Returns the comment's id. */
export async function addComment(
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

/** Opens a page with live counts and waits until it watches them. */
export async function openLive(page: Page, address: string): Promise<void> {
  // One tab of a browser registers with the server for all tabs.
  const watched = page
    .context()
    .waitForEvent('response', (answer) => /\/api\/live\/[^/]+\/watch$/.test(answer.url()))
  await page.goto(address)
  expect((await watched).status()).toBe(204)
}
