// What can be drilled, and the size of each drill: short for every day, full for a quiet machine.

const rounds = (short, full) => ({ short, full, most: 1_000 })
const seconds = (short, full) => ({ short, full, most: 3_600 })
const seed = { short: 1, full: 1, most: 2 ** 31 }

export const DRILLS = {
  kill: {
    says: 'kills the server and the database while people write',
    options: { rounds: rounds(2, 50), seconds: seconds(12, 30), seed },
    load: () => import('./kill.mjs'),
  },
  power: {
    says: 'cuts the power of the disk that holds the database and all files',
    options: { rounds: rounds(2, 30), seconds: seconds(8, 30), seed },
    load: () => import('./power.mjs'),
  },
  disk: {
    says: 'fills the disk of the files and that of the database, and makes room again',
    options: { rounds: rounds(1, 5), seconds: seconds(8, 30) },
    load: () => import('./disk.mjs'),
  },
  database: {
    says: 'stops the database for a while, in two ways',
    options: { rounds: rounds(1, 5), seconds: seconds(20, 20) },
    load: () => import('./database.mjs'),
  },
  partners: {
    says: 'kills the card provider and the mail server for a while',
    options: { rounds: rounds(1, 5), seconds: seconds(10, 20) },
    load: () => import('./partners.mjs'),
  },
  webhooks: {
    says: 'lets webhooks of the card provider come late, twice, out of order or never',
    options: { rounds: rounds(1, 5), seconds: seconds(15, 60), seed },
    load: () => import('./webhooks.mjs'),
  },
  clock: {
    says: 'moves the clock of the server, and of server and database, by a day',
    options: { seconds: seconds(5, 30) },
    load: () => import('./clock.mjs'),
  },
  clients: {
    says: 'connections that are idle, slow to send or slow to read, beside ordinary readers',
    options: { share: { short: 100, full: 100, most: 100 }, seconds: seconds(15, 60) },
    load: () => import('./clients.mjs'),
  },
  pictures: {
    says: 'one person sends slow pictures without end, another one small pictures',
    options: { slow: { short: 8, full: 8, most: 50 }, seconds: seconds(20, 120) },
    load: () => import('./pictures.mjs'),
  },
  streams: {
    says: 'many live streams, each of which must hear what is for its person',
    options: {
      streams: { short: 1_000, full: 10_000, most: 15_000 },
      people: { short: 100, full: 1_000, least: 2, most: 10_000 },
    },
    load: () => import('./streams.mjs'),
  },
  crossed: {
    says: 'many answers of twenty people at once, none of which may hold what is for another',
    options: { answers: { short: 10_000, full: 100_000, most: 1_000_000 } },
    load: () => import('./crossed.mjs'),
  },
  hour: {
    says: 'an hour of reading and writing, with the memory of the server',
    options: { minutes: { short: 3, full: 60, most: 600 } },
    load: () => import('./hour.mjs'),
  },
  fuzz: {
    says: 'made-up calls to everything that writes, as everybody',
    options: { calls: { short: 100, full: 2_000, most: 20_000 }, seed },
    load: () => import('./fuzz.mjs'),
  },
}

/** The options of a drill as numbers, or a sentence about what is wrong with them. */
export function readOptions(known, words) {
  const isFull = words.includes('--full')
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { short, full }]) => [name, isFull ? full : short]),
  )
  const left = words.filter((word) => word !== '--full')
  for (let at = 0; at < left.length; at += 2) {
    const name = left[at].replace(/^--/, '')
    if (!Object.hasOwn(known, name) || left[at] === name)
      return `There is no ${left[at]} here. Use ${['--full', ...Object.keys(known).map((one) => `--${one}`)].join(', ')}.`
    const value = Number(left[at + 1])
    const { least = 1, most } = known[name]
    if (!Number.isInteger(value) || value < least || value > most)
      return `--${name} must be a number from ${least} to ${most}, not "${left[at + 1] ?? ''}".`
    options[name] = value
  }
  return options
}
