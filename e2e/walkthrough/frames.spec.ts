import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import { countFrames, passedUnits } from '@plinth/contract/projects/frames.ts'
import type { ProofMarks, ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { call, plinthUrl, signInAs, signUp } from '../people.ts'
import { deliver, openPaidRoom } from '../projects.ts'

const run = promisify(execFile)
const FOLDER = path.resolve(import.meta.dirname, '../../.plinth/test/frames')
const SIZE = { width: 640, height: 360 } as const
const JUMPS = 40
/** In the original, which only its creator sees before it is paid. */
const MORE_JUMPS = 10
const FRAMES = 150

/** Each frame has its own number in it, as twelve black and white blocks, and the same once more the other way round. */
const BITS = 12
const ROWS = { number: [0.82, 0.94], other: [0.64, 0.76] } as const
const BLOCK = 'mod(floor(N/pow(2,floor(X*12/W))),2)'
const NUMBERED = `geq=lum='if(between(Y,H*0.62,H*0.78),235-219*${BLOCK},if(between(Y,H*0.8,H*0.96),16+219*${BLOCK},lum(X,Y)))':cb='cb(X,Y)':cr='cr(X,Y)'`

const ALL_FILMS = [
  { name: '23.976', rate: '24000/1001', options: [] },
  { name: '25', rate: '25', options: [] },
  // Its picture begins half a second after its sound.
  { name: '29.97', rate: '30000/1001', options: ['-itsoffset', '0.5'] },
  { name: '59.94', rate: '60000/1001', options: [] },
  // As phones record: most frames after 33 ms, some after 17, and one after half a second.
  {
    name: 'variable',
    rate: '30',
    options: [],
    times: "settb=1/90000,setpts='N*3000-floor(N/5)*1490+gt(N,40)*45000'",
  },
] as const
type Film = (typeof ALL_FILMS)[number]
/** `FILM=29.97` has only that one tried. */
const FILMS = ALL_FILMS.filter(({ name }) => (process.env.FILM ?? name) === name)

const fileOf = ({ name }: Film) => path.join(FOLDER, `frames-${name}.mp4`)

async function makeFilm(film: Film): Promise<void> {
  const { rate, options } = film
  const times = 'times' in film ? film.times : null
  const picture = `testsrc2=size=${SIZE.width}x${SIZE.height}:rate=${rate}`
  const args = [
    ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=330:duration=6'],
    [...options, '-f', 'lavfi', '-i', picture],
    ['-map', '1:v', '-map', '0:a', '-frames:v', String(FRAMES)],
    ['-vf', times === null ? NUMBERED : `${NUMBERED},${times}`],
    // Otherwise frames would be doubled where there are none.
    ['-fps_mode', 'passthrough', ...(times === null ? [] : ['-enc_time_base', '1/90000'])],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    times === null ? [] : ['-video_track_timescale', '90000'],
    [fileOf(film)],
  ]
  await run('ffmpeg', args.flat())
}

/** The times of a file's frames in seconds, in the order in which they are shown. */
async function timesOf(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time']
  const { stdout } = await run('ffprobe', [...args, '-of', 'csv=p=0', file])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number.parseFloat(line))
    .toSorted((one, other) => one - other)
}

/** The number in the original's frame of this time, which is in the units of its stream. */
async function numberAt(film: Film, pts: number): Promise<number> {
  const args = [
    ['-v', 'error', '-copyts', '-i', fileOf(film), '-map', '0:v'],
    ['-vf', String.raw`select=eq(pts\,${pts}),format=gray`],
    ['-frames:v', '1', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
  ]
  const maxBuffer = 4 * SIZE.width * SIZE.height
  const { stdout } = await run('ffmpeg', args.flat(), { encoding: 'buffer', maxBuffer })
  expect(stdout.length, `${film.name} has a frame at ${pts}`).toBe(SIZE.width * SIZE.height)
  const light = ([top, foot]: readonly [number, number], bit: number) => {
    let [sum, pixels] = [0, 0]
    const left = Math.round(((bit + 0.25) * SIZE.width) / BITS)
    for (let y = Math.round(top * SIZE.height); y < foot * SIZE.height; y += 1)
      for (let x = left; x < left + SIZE.width / BITS / 2; x += 1) {
        sum += stdout[y * SIZE.width + x] ?? 0
        pixels += 1
      }
    return sum / pixels
  }
  let number = 0
  for (let bit = 0; bit < BITS; bit += 1)
    if (light(ROWS.number, bit) > light(ROWS.other, bit)) number += 2 ** bit
  return number
}

/** The number in the frame that is seen in the room. The watermark lies over both rows, so they are compared. */
const SEEN = `(() => {
  const video = document.querySelector('main video')
  const canvas = document.createElement('canvas')
  const [width, height] = [(canvas.width = video.videoWidth), (canvas.height = video.videoHeight)]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.drawImage(video, 0, 0)
  const light = ([top, foot], bit) => {
    const { data } = context.getImageData(
      Math.round(((bit + 0.25) * width) / ${BITS}), Math.round(top * height),
      Math.round(width / ${BITS} / 2), Math.round((foot - top) * height))
    let sum = 0
    for (let at = 0; at < data.length; at += 4) sum += data[at + 1]
    return sum / data.length
  }
  let number = 0
  for (let bit = 0; bit < ${BITS}; bit += 1)
    if (light(${JSON.stringify(ROWS.number)}, bit) > light(${JSON.stringify(ROWS.other)}, bit)) number += 2 ** bit
  return number
})()`

/** The same numbers each time, so that a failure can be repeated. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Presses somewhere on the line, waits until the film has stopped, and returns the frame that the room names. */
async function jump(page: Page, random: () => number): Promise<number> {
  const main = page.getByRole('main')
  const line = main.locator('.play-track')
  const box = await line.boundingBox()
  if (box === null) throw new Error('there is no line')
  await line.click({ position: { x: Math.floor(random() * box.width), y: box.height / 2 } })
  // The time code follows the press at once; the field names the frame that is really seen.
  const code = main.locator('.play-time strong')
  await expect
    .poll(async () => {
      const [shown, field] = await Promise.all([
        code.textContent(),
        page.locator('.proof-write .proof-words-lead').last().textContent(),
      ])
      return shown?.endsWith(field ?? '-') === true
    })
    .toBe(true)
  const words = await main.locator('.play-time').textContent()
  return Number(/Frame (\d+) of/.exec(words ?? '')?.[1]) - 1
}

async function openFilm(page: Page, projectId: string, version: ProofVersion): Promise<void> {
  await page.goto(`${plinthUrl()}/projects/${projectId}/proof?file=${version.id}`)
  await expect(page.getByText(`Frame 1 of ${FRAMES}`)).toBeVisible()
  await expect(page.locator('.proof-write .proof-words-lead')).not.toHaveText('')
}

test(`${JUMPS} comments on each of ${FILMS.length} films, each about the frame that was seen`, async ({
  page,
  browser,
}) => {
  test.setTimeout(30 * 60_000)
  await mkdir(FOLDER, { recursive: true })
  for (const film of FILMS) await makeFilm(film)
  const creator = await (await browser.newContext()).newPage()
  const { name } = await signUp(page, 'Runa')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `Films for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(creator, FILMS.map(fileOf), 'With their numbers.')
  const readVersions = async (who: Page) => {
    const { things } = await call<ProofRoom>(who, 'GET', `/api/proof-rooms/${id}`)
    return things.flatMap(({ versions }) => versions)
  }
  await expect
    .poll(async () => (await readVersions(page)).filter(({ frames }) => frames !== null).length, {
      timeout: 10 * 60_000,
    })
    .toBe(FILMS.length)

  const versions = await readVersions(page)
  const random = dice(7)
  const tally: Record<string, { right: number; of: number }> = {}
  const wrong: unknown[] = []
  for (const film of FILMS) {
    const version = versions.find(({ fileName }) => fileName === path.basename(fileOf(film)))
    const { frames, proof } = version ?? {}
    if (version === undefined || frames == null || proof?.film == null)
      throw new Error(`${film.name} cannot be seen`)

    // The copy has all frames of the original, at their times.
    expect(countFrames(frames)).toBe(FRAMES)
    const copy = path.join(FOLDER, 'copy.mp4')
    const bytes = await page.request.get(new URL(proof.film.url, plinthUrl()).href)
    await writeFile(copy, await bytes.body())
    const [made, copied] = [await timesOf(fileOf(film)), await timesOf(copy)]
    const passed = (times: readonly number[]) => times.map((time) => time - (times[0] ?? 0))
    expect(passed(copied)).toEqual(passed(made).map((time): unknown => expect.closeTo(time, 3)))

    await openFilm(page, id, version)
    const seen = new Map<string, { number: number; named: number }>()
    for (let at = 0; at < JUMPS; at += 1) {
      const named = await jump(page, random)
      const words = `${film.name}, jump ${at}`
      seen.set(words, { number: Number(await page.evaluate(SEEN)), named })
      await page.keyboard.press('m')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible()
      // Whoever writes has the keyboard, until they leave the field.
      await page.locator('.play-press').focus()
    }
    await expect
      .poll(
        async () =>
          (await call<ProofMarks>(page, 'GET', `/api/proof-rooms/${id}/marks`)).marks.filter(
            ({ versionId }) => versionId === version.id,
          ).length,
      )
      .toBe(JUMPS)
    const { marks } = await call<ProofMarks>(page, 'GET', `/api/proof-rooms/${id}/marks`)
    const units = passedUnits(frames)
    tally[film.name] = { right: 0, of: 0 }
    for (const mark of marks.filter(({ versionId }) => versionId === version.id)) {
      const { number, named } = seen.get(mark.text) ?? {}
      const from = mark.place.from ?? -1
      const kept = units.indexOf(from)
      const original = await numberAt(film, frames.start + from)
      const all = { words: mark.text, number, named, kept, original }
      const isRight = number === kept && named === kept && original === kept
      count(tally, film.name, isRight)
      if (!isRight) wrong.push(all)
    }

    // The creator sees the original.
    await openFilm(creator, id, version)
    for (let at = 0; at < MORE_JUMPS; at += 1) {
      const named = await jump(creator, random)
      const number = Number(await creator.evaluate(SEEN))
      count(tally, `${film.name}, original`, number === named)
      if (number !== named) wrong.push({ film: film.name, number, named })
    }
  }
  process.stdout.write(
    `frames that were seen, named, kept and in the original, at ${plinthUrl()}: ${Object.entries(
      tally,
    )
      .map(([what, { right, of }]) => `${what}: ${right} of ${of}`)
      .join(', ')}\n`,
  )
  expect(wrong).toEqual([])
})

function count(
  tally: Record<string, { right: number; of: number }>,
  what: string,
  isRight: boolean,
) {
  const line = (tally[what] ??= { right: 0, of: 0 })
  line.of += 1
  if (isRight) line.right += 1
}
