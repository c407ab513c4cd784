import { chromium, type Browser } from '@playwright/test'
import pg from 'pg'
import { describeRun, markdownTable, writeSection } from '../all/report.ts'
import type { BenchInput } from '../env.ts'
import { bytesText, formatTable, median, millisecondsText } from '../figures.ts'
import { rootsOf, watchMachine } from '../machine.ts'
import { openSession } from '../session.ts'
import { visit, type Visit } from './visit.ts'

/** Visits of each page, of which the medians count. */
const VISITS = 5
/** How much later than the wanted first paint the largest may be, in ms, and how far a page may move. */
const LARGEST_AFTER = 400
const MOST_SHIFT = 0.02

interface Row {
  name: string
  path: string
  isMember: boolean
  /** The first paint that is wanted, in ms. */
  wanted: number
}

/** Pages of the demo world. */
async function rowsOf(client: pg.Client): Promise<Row[]> {
  const one = async (sql: string): Promise<string> => {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
    if (rows[0] === undefined) throw new Error('The demo world is not there.')
    return rows[0][0]
  }
  const work = await one(
    `select id from portfolio_items where title = 'Three for a Windowsill' limit 1`,
  )
  const post = await one(`select id from posts where is_visible and title = 'October jar' limit 1`)
  return [
    { name: 'landing', path: '/', isMember: false, wanted: 900 },
    { name: 'post', path: `/post/${post}`, isMember: false, wanted: 1_400 },
    { name: 'work', path: `/portfolio/${work}`, isMember: false, wanted: 1_400 },
    { name: 'profile', path: '/@marit', isMember: false, wanted: 1_400 },
    { name: 'explore', path: '/explore', isMember: false, wanted: 1_400 },
    { name: 'home, member', path: '/', isMember: true, wanted: 1_600 },
    { name: 'For You, member', path: '/for-you', isMember: true, wanted: 1_600 },
  ]
}

const HEADINGS = [
  '',
  'FCP ms',
  'range',
  'wanted',
  'LCP ms',
  'wanted',
  'LCP element',
  'CLS',
  'main thread ms',
  'before FCP',
  '',
]

/** Opens the main pages on a slow phone. Writes the table into docs/performance.md if little else ran. */
export async function benchPaint(input: BenchInput): Promise<void> {
  const { env, print, only, isWhole, mostOthers } = input
  const client = new pg.Client({ connectionString: env.databaseUrl })
  await client.connect()
  const rows = (await rowsOf(client)).filter(({ name }) => only.test(name))
  const dana = await client.query<{ id: string }>(`select id from users where handle = 'dana'`)
  await client.end()
  const session = await openSession(env.databaseUrl, dana.rows[0]?.id)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // Without a zygote the browser waits for its own children, so that their time counts as ours.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-background-networking'],
  })
  const usage = watchMachine(await rootsOf(env.databaseUrl))
  const table = [HEADINGS]
  let others = 0
  try {
    for (const row of rows) {
      const cells = await measure(browser, env.url, row, row.isMember ? session.cookie : null)
      print(cells.join('  '))
      table.push(cells)
    }
    others = usage().others
  } finally {
    await browser.close()
    await session.end()
  }
  const about = `${await describeRun(env.databaseUrl)} 390 px wide, 1.6 Mbit/s, 150 ms, a processor four times slower, empty cache, medians of ${VISITS}; others ${others.toFixed(2)} cores.`
  print(`\n${about}\n\n${formatTable(table)}\n`)
  if (isWhole && others <= mostOthers)
    await writeSection('paint', `${about}\n\n${markdownTable(table)}`)
}

async function measure(
  browser: Browser,
  origin: string,
  { name, path, wanted }: Row,
  cookie: string | null,
): Promise<string[]> {
  const url = `${origin}${path}`
  // The server keeps, compiles and plans what it needs for this page.
  await fetch(url, { headers: { ...(cookie && { cookie }), 'accept-encoding': 'br' } })
  const visits: Visit[] = []
  for (let n = 0; n < VISITS; n += 1) visits.push(await visit(browser, url, cookie))
  const middle = (of: (one: Visit) => number) => median(visits.map(of))
  const [fcp, lcp] = [middle((one) => one.fcp), middle((one) => one.lcp)]
  const shift = Math.max(...visits.map(({ cls }) => cls))
  const isMet = fcp <= wanted && lcp <= wanted + LARGEST_AFTER && shift < MOST_SHIFT
  const times = visits.map((one) => one.fcp)
  return [
    name,
    millisecondsText(fcp),
    `${millisecondsText(Math.min(...times))}–${millisecondsText(Math.max(...times))}`,
    `≤ ${wanted}`,
    millisecondsText(lcp),
    `≤ ${wanted + LARGEST_AFTER}`,
    visits.find((one) => one.lcp === lcp)?.element ?? '',
    shift.toFixed(3),
    millisecondsText(middle((one) => one.busy)),
    bytesText(middle((one) => one.bytes)),
    isMet ? 'met' : 'missed',
  ]
}
