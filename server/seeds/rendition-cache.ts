import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ImageFacts, ImagingGateway } from '../src/gateways/imaging.ts'

const GATEWAYS = path.join(import.meta.dirname, '../src/gateways')

/**
 * Imaging that remembers: what was made of the same bytes by the same code comes from `folder`, so that a
 * second folder of data is filled in seconds.
 */
export async function createRememberingImaging(
  imaging: ImagingGateway,
  folder: string,
): Promise<ImagingGateway> {
  const shelf = path.join(folder, 'renditions', await fingerprint())
  await mkdir(shelf, { recursive: true })

  const remember = async (file: string, what: string, make: () => Promise<Uint8Array>) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    const place = path.join(shelf, `${hash.slice(0, 40)}-${what}`)
    const known = await readFile(place).catch(nullWhenMissing)
    if (known !== null) return known
    const made = await make()
    // Renamed into place: a run that is cut off leaves no half picture behind.
    const temp = path.join(shelf, `${randomUUID()}.new`)
    await writeFile(temp, made)
    await rename(temp, place)
    return Buffer.from(made)
  }

  return {
    inspect: async (file) => {
      const facts = await remember(file, 'facts.json', async () =>
        Buffer.from(JSON.stringify(await imaging.inspect(file))),
      )
      return JSON.parse(facts.toString()) as ImageFacts
    },
    render: (file, options) =>
      remember(file, `${options.width}.${options.format}`, () => imaging.render(file, options)),
    close: () => imaging.close(),
  }
}

/** Takes turns: a gateway has one child process, and a seed may use the whole machine. */
export function takeTurns(
  gateways: readonly [ImagingGateway, ...ImagingGateway[]],
): ImagingGateway {
  let turn = 0
  const next = () => gateways[turn++ % gateways.length] ?? gateways[0]
  return {
    inspect: (file) => next().inspect(file),
    render: (file, options) => next().render(file, options),
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()))
    },
  }
}

/** Changes when the code or the library that makes renditions does. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(GATEWAYS)).sort()) {
    if (!/^imaging.*\.ts$/.test(name) || name.endsWith('.test.ts')) continue
    hash.update(await readFile(path.join(GATEWAYS, name)))
  }
  const { version } = createRequire(import.meta.url)('sharp/package.json') as { version: string }
  return hash.update(version).digest('hex').slice(0, 16)
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
