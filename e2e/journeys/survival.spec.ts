import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { folderFor, startPlinth } from '../global-setup.ts'
import { seeWall, signInAs } from '../people.ts'
import { smallPng } from '../pictures.ts'

test.describe.configure({ timeout: 180_000 })

/** A process and all below it, children first. */
function familyOf(pid: number): number[] {
  const children = allPids().filter((other) => parentOf(other) === pid)
  return [...children.flatMap(familyOf), pid]
}

const allPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** The field after the state; the command before it may hold anything, brackets included. */
const parentOf = (pid: number): number => Number(/^.*\) \S (\d+)/s.exec(factOf(pid, 'stat'))?.[1])

function factOf(pid: number, fact: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${fact}`, 'utf8')
  } catch {
    // It has ended meanwhile.
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

test('an upload and a like survive kill -9 of everything', async ({ page }) => {
  const dataDir = folderFor('survivor')
  rmSync(dataDir, { recursive: true, force: true })
  const first = await startPlinth(dataDir)
  await signInAs(page, 'Marit', { url: first.url })
  await seeWall(page)
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await smallPng('survivor.png', '#35506b'))
  await dialog.getByLabel('Title').fill('Survivor')
  await dialog.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Artwork' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Upload Successful', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  const like = page.getByRole('button', { name: /Like Nachtmusik/ }).first()
  if ((await like.getAttribute('aria-pressed')) === 'true') {
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'false')
  }
  const answered = page.waitForResponse((response) => response.url().endsWith('/like'))
  await like.click()
  expect((await answered).status()).toBe(200)

  // All at once; some of PostgreSQL's own children fall with the first.
  for (const pid of familyOf(first.pid).toReversed()) killIfAlive(pid)

  const second = await startPlinth(dataDir)
  try {
    // The session survives, too: the browser still holds its cookie.
    await page.goto(second.url)
    await seeWall(page)
    await expect(page.getByRole('link', { name: /^Survivor/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Like Nachtmusik/ }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  } finally {
    await second.stop()
  }
  // Nothing that was started is left.
  const left = allPids().filter((pid) => factOf(pid, 'cmdline').includes(dataDir))
  expect(left).toEqual([])
})
