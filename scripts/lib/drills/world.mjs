// The demo world that every drill begins with. Making it takes a minute, so it is kept and copied.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../node.mjs'
import { filesBelow, hashOf, readIf } from '../setup.mjs'
import { run } from '../world.mjs'

const KEPT = path.join(root, '.plinth/drill-world')
const SOURCES = ['server/seeds', 'server/src/db/migrations']

/** Puts the database into `postgresIn` and the files into `dataIn`. What has to be ended is added to `stops`. */
export async function layWorld({ postgresIn, dataIn, stops }) {
  const wanted = hashOf(SOURCES.flatMap(filesBelow))
  if (readIf(path.join(KEPT, 'made-of')) !== wanted) await makeWorld(wanted, stops)
  copy(path.join(KEPT, 'postgres'), path.join(postgresIn, 'postgres'))
  copy(path.join(KEPT, 'postgres.password'), path.join(postgresIn, 'postgres.password'))
  copy(path.join(KEPT, 'data'), dataIn)
}

const copy = (from, to) => {
  mkdirSync(path.dirname(to), { recursive: true })
  // Node's own copy does not keep the owner, which for root is another user.
  execFileSync('cp', ['-a', '--reflink=auto', from, to])
}

async function makeWorld(wanted, stops) {
  console.log('Making the world that drills begin with …')
  // Two drills may begin at the same time.
  const folder = `${KEPT}.${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { startEmbedded } = await import('../../../server/src/db/embedded.ts')
  const postgres = await startEmbedded({ dataDir: path.join(folder, 'postgres'), adopt: true })
  stops.push(postgres.stop)
  try {
    await postgres.createDatabase('plinth')
    await postgres.createDatabase('plinth_sandbox')
    await run(
      'server/seeds/main.ts',
      {
        ...process.env,
        DATABASE_URL: postgres.url('plinth'),
        PLINTH_DATA: path.join(folder, 'data'),
        PUBLIC_URL: 'http://localhost:3000',
        OIDC_ISSUER: 'http://localhost:3001',
        OIDC_CLIENT_ID: 'plinth',
        OIDC_CLIENT_SECRET: 'unused',
        // Without a card provider, because playing the demo world's hires takes minutes. Writers hire.
        STRIPE_SECRET_KEY: '',
        STRIPE_WEBHOOK_SECRET: '',
      },
      true,
    )
  } finally {
    await postgres.stop()
  }
  if (postgres.dataDir !== path.join(folder, 'postgres')) {
    throw new Error(
      `For root PostgreSQL runs as another user, who must be able to enter ${root}. Allow that (chmod o+x on its folders) or clone Plinth elsewhere.`,
    )
  }
  writeFileSync(path.join(folder, 'made-of'), wanted)
  rmSync(KEPT, { recursive: true, force: true })
  renameSync(folder, KEPT)
}
