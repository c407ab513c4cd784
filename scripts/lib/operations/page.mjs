// Reads commands out of the pages for operators, so that what is run is what they say.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../node.mjs'

/** The blocks of code below a heading, up to the next heading of any level. */
export function blocksBelow(page, heading) {
  const text = readFileSync(path.join(root, page), 'utf8')
  const [, section] = text.split(new RegExp(`^#+ ${heading}$`, 'm'))
  if (section === undefined) throw new Error(`${page} has no heading ${heading}.`)
  const fences = section.split(/^(```\w*)$/m)
  const blocks = []
  for (let at = 1; at < fences.length; at += 4) {
    if (/^#+ /m.test(fences[at - 1])) break
    blocks.push(fences[at + 1].trim())
  }
  return blocks
}

/** The block below a heading that contains these words. */
export function blockWith(page, heading, words) {
  const found = blocksBelow(page, heading).find((block) => block.includes(words))
  if (found === undefined) throw new Error(`Below ${heading}, ${page} has no block with ${words}.`)
  return found
}

/** The commands of a block, without comments. */
export const commandsOf = (block) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .filter(Boolean)

/** Settings that stand before a command, and the command. */
export function settingsOf(command) {
  const settings = {}
  let rest = command
  for (;;) {
    const [whole, name, quoted, plain] = /^([A-Z\d_]+)=(?:'([^']*)'|(\S+))\s+/.exec(rest) ?? []
    if (whole === undefined) return { settings, command: rest }
    settings[name] = quoted ?? plain
    rest = rest.slice(whole.length)
  }
}
