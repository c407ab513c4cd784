import { expect, type Page } from '@playwright/test'
import type { ProofMarks, ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { shortWav } from '../files.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { DEMO_FILM } from '../posts.ts'
import { deliver, openPaidRoom } from '../projects.ts'

const field = (page: Page) => page.getByRole('textbox', { name: /^Comment on/ })
const pins = (page: Page) =>
  page.getByRole('list', { name: 'Comments along the line' }).getByRole('button')
const said = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const playing = (page: Page, kind: 'video' | 'audio') =>
  page.evaluate(`!document.querySelector('main ${kind}').paused`)

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('a client comments on frames of a film and on moments of a sound, by keyboard alone', async ({
  page,
  openBrowser,
}) => {
  // On a busy machine the film's copy takes minutes, because it is made at the lowest priority.
  test.setTimeout(400_000)
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Edda')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `A film for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(creator, [DEMO_FILM, await shortWav('take.wav', 3)], 'Both of them.')
  const room = () => call<ProofRoom>(page, 'GET', `/api/proof-rooms/${id}`)
  await expect
    .poll(
      async () =>
        (await room()).things.every(({ versions }) => versions[0]?.proofState === 'ready'),
      { timeout: 240_000 },
    )
    .toBe(true)
  const { things } = await room()
  const film = things.find(({ versions }) => versions[0]?.kind === 'video')
  await page.goto(`${plinthUrl()}/projects/${id}/proof?file=${film?.id}`)

  // From frame to frame.
  const main = page.getByRole('main')
  const line = page.getByRole('slider', { name: 'Position in the film' })
  await expect(main.getByText(/^Frame 1 of \d+$/)).toBeVisible()
  await press(page, ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'ArrowLeft'])
  await expect(main.getByText(/^Frame 12 of \d+$/)).toBeVisible()
  await expect(line).toHaveAttribute('aria-valuetext', /^00:00:00:11, frame 12 of \d+$/)
  await expect(field(page)).toHaveAccessibleName('Comment on this frame')
  await expect(page.locator('.proof-words-lead')).toHaveText('00:11')
  await press(page, ['m'])
  await expect(field(page)).toBeFocused()
  // Nothing that is typed moves the film.
  await page.keyboard.type('Jolly look, kill the flare.')
  await expect(main.getByText(/^Frame 12 of \d+$/)).toBeVisible()
  await press(page, ['Enter'])
  await expect(pins(page)).toHaveCount(1)
  await expect(said(page).getByRole('article')).toContainText('00:11')

  // From one frame to another.
  await main.getByRole('button', { name: 'One frame forward' }).focus()
  await press(page, ['i', 'Shift+ArrowRight', 'o'])
  await expect(main.getByText('00:11 to 00:21')).toBeVisible()
  await press(page, ['m'])
  await expect(field(page)).toHaveAccessibleName('Comment on this span')
  await page.keyboard.type('This part is too slow.')
  await press(page, ['Enter'])
  await expect(said(page)).toContainText('00:11 to 00:21')
  await expect(main.getByText('from and to')).toBeVisible()

  // Playing, back, and stopping on a frame.
  await main.getByRole('button', { name: 'One frame forward' }).focus()
  await press(page, ['l'])
  await expect.poll(() => playing(page, 'video')).toBe(true)
  const time = () => page.evaluate<number>(`document.querySelector('video').currentTime`)
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before + 0.2)
  await press(page, ['k'])
  await expect.poll(() => playing(page, 'video')).toBe(false)
  await expect(line).not.toHaveAttribute('aria-valuetext', /frame 12 of/)
  await press(page, ['j'])
  await expect(main.getByText(/^Frame 1 of \d+$/)).toBeVisible()
  await pins(page).first().press('Enter')
  await expect(main.getByText(/^Frame 12 of \d+$/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a film in a proof room')

  // The creator has both, and comes to the frame from the comment.
  await creator.goto(`${plinthUrl()}/projects/${id}/proof?file=${film?.id}`)
  await expect(pins(creator)).toHaveCount(2)
  await said(creator)
    .getByRole('button', { name: /too slow/ })
    .press('Enter')
  await expect(creator.getByRole('main').getByText(/^Frame 12 of \d+$/)).toBeVisible()
  const { marks } = await call<ProofMarks>(page, 'GET', `/api/proof-rooms/${id}/marks`)
  const [frame, span] = marks
  expect(span?.place.from).toBe(frame?.place.from)
  expect(span?.place.to).toBeGreaterThan(frame?.place.from ?? 0)

  // A sound.
  await page.getByRole('button', { name: /^take.wav/ }).press('Enter')
  const sound = page.getByRole('slider', { name: 'Position in the sound' })
  await expect(sound).toHaveAttribute('aria-valuetext', '0:00.0 of 0:03.0')
  await press(page, ['Shift+ArrowRight', 'ArrowRight'])
  await expect(sound).toHaveAttribute('aria-valuetext', '0:01.1 of 0:03.0')
  await press(page, ['m'])
  await page.keyboard.type('A click here.')
  await press(page, ['Enter'])
  await expect(said(page).getByRole('article')).toContainText('0:01.1')
  await main.getByRole('button', { name: 'Play' }).press('Enter')
  await expect.poll(() => playing(page, 'audio')).toBe(true)
  await main.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect.poll(() => playing(page, 'audio')).toBe(false)
  await expectAccessible(page, 'a sound in a proof room')
  expect(complaints).toEqual([])
})
