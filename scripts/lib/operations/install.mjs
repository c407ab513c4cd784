// A production start from a new clone, by the README alone.
import { blockWith, commandsOf, settingsOf } from './page.mjs'
import { openBrowser, signUp } from './person.mjs'
import {
  askReady,
  cloneVersion,
  git,
  isRoot,
  mayWriteHere,
  mustRun,
  mustStart,
  processesOfUser,
} from './site.mjs'

const PAGES = ['/', '/explore', '/terms', '/limits', '/api/portfolios?limit=3']

/** The README's settings for production, with values of this machine in place of its ellipses. */
function productionStart(drill) {
  const [command] = commandsOf(blockWith('README.md', 'Going to production', 'npm start'))
  const { settings, command: start } = settingsOf(command)
  const own = {
    PUBLIC_URL: drill.publicUrl,
    DATABASE_URL: drill.databaseUrl,
    OIDC_ISSUER: drill.identity.issuer,
    OIDC_CLIENT_ID: drill.identity.clientId,
    OIDC_CLIENT_SECRET: drill.identity.clientSecret,
    SMTP_URL: `smtp://127.0.0.1:${drill.identity.smtpPort}`,
  }
  const unknown = Object.keys(own).filter((name) => !Object.hasOwn(settings, name))
  if (unknown.length > 0) throw new Error(`The README does not say ${unknown.join(', ')}.`)
  const filled = { ...settings, ...own }
  const open = Object.entries(filled).filter(([, value]) => value.includes('…'))
  if (open.length > 0) throw new Error(`The README leaves open ${open.join(', ')}.`)
  return { start, settings: { ...filled, TRUST_PROXY: 'on' } }
}

export async function install(drill) {
  if (isRoot && mayWriteHere())
    throw new Error('The made-up user may write into this checkout, so it would show nothing.')
  const version = cloneVersion({
    folder: drill.folder,
    name: 'plinth',
    commit: git('rev-parse', 'HEAD'),
  })
  drill.version = version
  drill.databaseUrl = await drill.cluster.createDatabase('plinth')
  const { start, settings } = productionStart(drill)
  drill.settings = settings
  const options = { command: start, settings, port: drill.port }
  const first = await mustStart(version, options, drill.stops)
  const installed = /Installed in ([\d.]+ s)/.exec(first.said())?.[1] ?? 'nothing'
  const at = { publicUrl: drill.publicUrl, origin: first.origin }
  const visitor = openBrowser(at)
  let bytes = 0
  for (const page of PAGES) {
    const { answer } = await visitor.visit(page)
    if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}.`)
    bytes += (await answer.arrayBuffer()).byteLength
  }
  const { database } = await askReady(first.origin)
  const stopped = await first.stop()
  if (stopped.code !== 0) throw new Error(`npm start ended with ${stopped.code}.`)
  if (processesOfUser().length > 0) throw new Error('Processes are left after the stop.')

  // While nobody has an account: later it is refused.
  const seeded = await mustRun(version, 'npm run plinth -- seed', drill.toolSettings())
  const again = await mustStart(version, options, drill.stops)
  const person = await signUp(at, 'Ada')
  await again.stop()
  drill.person = person
  return [
    [
      'clean clone, `npm start` until it is open',
      first.seconds,
      `as user ${isRoot ? 'without an account' : process.env.USER}; installed in ${installed}; database ${database}`,
    ],
    ['pages of a visitor', null, `${PAGES.length} pages of ${Math.round(bytes / 1_000)} kB`],
    ['stop', stopped.seconds, 'exit code 0, no process left'],
    ['demo world by `seed`', seeded.seconds, ''],
    [
      'second start, and signing up at the sandbox',
      again.seconds,
      `${person.user.firstName} is signed in`,
    ],
  ]
}
