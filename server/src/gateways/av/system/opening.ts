import type { AvTarget, AvTrack, HowToOpen } from '../av.ts'
import { MUXERS } from '../av.ts'
import type { Programs } from './programs.ts'

/** A file, and how the programs have to open it. */
export interface Opening {
  programs: Programs
  /** The words that name the file, for both programs. */
  input: readonly string[]
  decoders: readonly string[]
}

/** Opens as one format. No playlists, no network, and only the decoders for the codecs that Plinth takes. */
export const openingOf = (
  programs: Programs,
  file: string,
  { format, formats, decoders, exportsAll }: HowToOpen,
): Opening => ({
  programs,
  decoders,
  input: [
    '-f',
    format,
    '-format_whitelist',
    formats.join(','),
    '-protocol_whitelist',
    'file',
    '-codec_whitelist',
    decoders.join(','),
    ...(exportsAll ? ['-export_all', '1', '-export_xmp', '1'] : []),
    '-i',
    `file:${file}`,
  ],
})

/** Words for every call of ffmpeg that reads this file. The first error ends it. */
export const reading = ({ input }: Opening): string[] => [
  '-v',
  'warning',
  '-nostdin',
  '-xerror',
  '-y',
  // Times stay as the file has them.
  '-copyts',
  '-filter_threads',
  '1',
  '-threads',
  '1',
  ...input,
]

export const mapOf = ({ index }: Pick<AvTrack, 'index'>): string[] => ['-map', `0:${index}`]

/** Copies every packet, as well those before the first key frame. */
export const COPYING = ['-c', 'copy', '-copyinkf']

/** Words for a new file without other metadata than its target's. Its index comes first, and it does not name our software. */
export const writing = ({ file, type, tags = {} }: AvTarget): string[] => [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  ...Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
  '-fflags',
  '+bitexact',
  '-flags',
  '+bitexact',
  ...(type === 'video/webm' ? [] : ['-movflags', '+faststart']),
  '-f',
  MUXERS[type],
  `file:${file}`,
]
