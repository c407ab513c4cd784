import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { pressAndWait, choose } from '../controls.ts'
import { folderFor, startPlinth } from '../global-setup.ts'
import { countWritten, openThread, reply, sendReply, write, written } from '../messages.ts'
import { call, seeWall, signInAs, signUp, test, type Member } from '../people.ts'
import { smallPng } from '../files.ts'
import { openLive, publish, addComment, type PublishedPost } from '../posts.ts'

test.describe.configure({ timeout: 180_000 })

/** A process and all its descendants, children first. */
function familyOf(pid: number): number[] {
  const children = allPids().filter((other) => parentOf(other) === pid)
  return [...children.flatMap(familyOf), pid]
}

const allPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** The parent's pid follows the state. The command name before may contain anything, even brackets. */
const parentOf = (pid: number): number => Number(/^.*\) \S (\d+)/s.exec(factOf(pid, 'stat'))?.[1])

function factOf(pid: number, fact: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${fact}`, 'utf8')
  } catch {
    // The process has ended in the meantime.
    return ''
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const unread = (page: Page, count: number) =>
  page.getByRole('link', { name: `Notifications, ${count} unread`, exact: true })
const likeOf = (page: Page, title: string) => page.getByRole('button', { name: `Like ${title}` })

/** Opens a live page while a guest likes and comments. */
async function openPost(
  maker: Page,
  guest: Page,
  url: string,
): Promise<{ post: PublishedPost; inga: Member }> {
  const inga = await signUp(maker, 'Inga', { url })
  await signUp(guest, 'Tor', { url })
  const post = await publish(maker, 'Kiln, still warm', { url })
  await openLive(maker, `${url}/post/${post.id}`)
  await call(guest, 'POST', `/api/posts/${post.id}/like`, { url, data: { liked: true } })
  await addComment(guest, post.id, 'Before the dark.', { url })
  await expect(unread(maker, 2)).toBeVisible()
  return { post, inga }
}

/** Uploads a work and likes one of the wall's. Returns the title of the liked work. */
async function uploadAndLike(page: Page, url: string): Promise<string> {
  await signInAs(page, 'Marit', { path: '/', url })
  await seeWall(page)
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(await smallPng('survivor.png', '#35506b'))
  await dialog.getByLabel('Title').fill('Survivor')
  await choose(dialog.getByLabel('Category'), 'Artwork')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Upload Successful', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  const name = await page
    .getByRole('main')
    .getByRole('button', { name: /Like (?!Survivor)/, pressed: false })
    .first()
    .getAttribute('aria-label')
  const title = name?.split('Like ').at(-1) ?? ''
  await pressAndWait(page, '/like', () => likeOf(page, title).first().click())
  return title
}

const ANSWER_LOST = 'It is about forty bowls.'
const NEVER_LEFT = 'And a jar.'

/** Sends a message whose response is lost in the crash, and one afterwards. Returns their conversation. */
async function writeInto(
  page: Page,
  { url, to, fall }: { url: string; to: Member; fall: () => void },
): Promise<string> {
  const { conversationId } = await write(page, to, 'Is the kiln free in May?', { url })
  await openThread(page, conversationId, url)
  const fallen = Promise.withResolvers<void>()
  await page.route(
    '**/api/messages',
    async (route) => {
      await route.fetch()
      fall()
      await route.abort()
      fallen.resolve()
    },
    { times: 1 },
  )
  await reply(page).fill(ANSWER_LOST)
  await sendReply(page).click()
  await fallen.promise
  // Whether the page knows that it arrived depends on what the live connection could still deliver.
  await expect(written(page, ANSWER_LOST)).toHaveCount(1)
  await reply(page).fill(NEVER_LEFT)
  await sendReply(page).click()
  await expect(written(page, NEVER_LEFT).getByRole('button', { name: 'Try again' })).toBeVisible()
  return conversationId
}

/** Sends again what was written during the crash, and checks that it arrives once. */
async function sendAgain(page: Page, conversationId: string, url: string): Promise<void> {
  await page.reload()
  const retry = (words: string) => written(page, words).getByRole('button', { name: 'Try again' })
  await retry(NEVER_LEFT).click()
  for (const words of [ANSWER_LOST, NEVER_LEFT]) {
    await expect(written(page, words)).toContainText(/\d\d:\d\d/)
    await expect(retry(words)).toHaveCount(0)
    await expect(written(page, words)).toHaveCount(1)
    expect(await countWritten(page, conversationId, words, url)).toBe(1)
  }
}

test('an upload, a like, a message and an open page survive kill -9 of everything', async ({
  page,
  openBrowser,
}) => {
  const dataDir = folderFor('survivor')
  rmSync(dataDir, { recursive: true, force: true })
  const first = await startPlinth(dataDir)
  const { url } = first
  const [maker, guest] = [await openBrowser(), await openBrowser()]
  const liked = await uploadAndLike(page, url)
  const { post, inga } = await openPost(maker, guest, url)

  // All at once; some of PostgreSQL's own children die with the first.
  const fall = () => familyOf(first.pid).toReversed().forEach(killIfAlive)
  const conversationId = await writeInto(guest, { url, to: inga, fall })

  const second = await startPlinth(dataDir, { PORT: new URL(url).port })
  try {
    // The session survives too: the browser still has its cookie.
    await page.goto(url)
    await seeWall(page)
    await expect(page.getByRole('link', { name: /^Survivor/ }).first()).toBeVisible()
    await expect(likeOf(page, liked).first()).toHaveAttribute('aria-pressed', 'true')
    await sendAgain(guest, conversationId, url)
    // The open page reconnects by itself, keeps its content and gets updates.
    await call(guest, 'POST', `/api/users/${inga.id}/follow`, { url, data: { following: true } })
    await addComment(guest, post.id, 'After it.', { url })
    await expect(maker.getByText('After it.')).toBeVisible({ timeout: 30_000 })
    await expect(maker.getByText('Before the dark.')).toBeVisible()
    await expect(likeOf(maker, post.title)).toHaveAccessibleName(/^1 like,/)
    await expect(unread(maker, 5)).toBeVisible()
    await maker.getByRole('link', { name: /^Notifications/ }).click()
    await expect(maker.getByRole('main').getByRole('listitem')).toHaveCount(5)
  } finally {
    await second.stop()
  }
  // No started process is left.
  const left = allPids().filter((pid) => factOf(pid, 'cmdline').includes(dataDir))
  expect(left).toEqual([])
})
