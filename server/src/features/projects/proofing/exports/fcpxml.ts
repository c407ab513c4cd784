import { escapeXml } from '../../../../http/xml.ts'
import { conversationOf, type EditableFilm, authorOf, oneLine, spansOf } from './marked.ts'
import { canDrop, type Rate } from '@plinth/contract/proofing/exports.ts'
import { lastFrame } from '@plinth/contract/projects/frame-table.ts'

/**
 * The remarks about a film as Final Cut Pro XML 1.10, which DaVinci Resolve reads as well: a project with the film and
 * a to-do marker for each remark, checked once the client has confirmed it. Every time is a whole number of frames. The
 * film is named as a file in the same folder, so it is found when both lie side by side.
 */
export function writeFcpxml(marked: EditableFilm): string {
  const { title, version, marks, table, rate } = marked
  const frames = lastFrame(table) + 1
  const time = (count: number) => (count === 0 ? '0s' : `${secondsOf(count, rate)}s`)
  const duration = time(frames)
  const film = version.proof?.film ?? null
  const sound = film?.hasSound === true ? { hasAudio: '1', audioSources: '1' } : {}
  const markers = spansOf(marks, table).map(({ mark, from, to }) =>
    tag('marker', {
      start: time(from),
      duration: time(to - from + 1),
      value: oneLine(`${authorOf(mark.by)}: ${mark.text}`),
      completed: mark.state === 'confirmed' ? '1' : '0',
      ...(mark.replies.length > 0 ? { note: conversationOf(mark) } : {}),
    }),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE fcpxml>',
    '<fcpxml version="1.10">',
    '<resources>',
    tag('format', {
      id: 'r1',
      name: 'FFVideoFormatRateUndefined',
      frameDuration: time(1),
      ...(film === null ? {} : { width: String(film.width), height: String(film.height) }),
    }),
    open('asset', {
      id: 'r2',
      name: version.fileName,
      start: '0s',
      duration,
      hasVideo: '1',
      format: 'r1',
      videoSources: '1',
      ...sound,
    }),
    tag('media-rep', { kind: 'original-media', src: `./${encodeURIComponent(version.fileName)}` }),
    '</asset>',
    '</resources>',
    open('event', { name: title }),
    open('project', { name: `${title}, ${version.fileName}` }),
    open('sequence', {
      format: 'r1',
      duration,
      tcStart: '0s',
      tcFormat: canDrop(rate) ? 'DF' : 'NDF',
    }),
    '<spine>',
    open('asset-clip', {
      ref: 'r2',
      name: version.fileName,
      offset: '0s',
      start: '0s',
      duration,
    }),
    ...markers,
    '</asset-clip>',
    '</spine>',
    '</sequence>',
    '</project>',
    '</event>',
    '</fcpxml>',
    '',
  ].join('\n')
}

/** A time of the format: a fraction of a second, shortened. */
function secondsOf(count: number, [frames, seconds]: Rate): string {
  const above = count * seconds
  const shared = greatestDivisor(above, frames)
  return frames === shared ? String(above / shared) : `${above / shared}/${frames / shared}`
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}

const written = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
const open = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${written(attributes)}>`
const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${written(attributes)}/>`
