import type { Av } from './av.ts'
import type { Programs } from './system/programs.ts'

/** What a worker process is started with: nothing for the library, or where the operator's programs are. */
export const avArguments = (programs: Programs | null): string[] =>
  programs === null ? [] : [programs.ffmpeg, programs.ffprobe]

/** Loads what a worker process was started with, and only that: an installed Plinth may lack the library. */
export async function loadAv([ffmpeg, ffprobe]: readonly string[]): Promise<Av> {
  if (ffmpeg === undefined || ffprobe === undefined) {
    const { bundledAv } = await import('./bundled/bundled.ts')
    return bundledAv
  }
  const { systemAv } = await import('./system/system.ts')
  return systemAv({ ffmpeg, ffprobe })
}
