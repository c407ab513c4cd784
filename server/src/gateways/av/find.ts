import { createRequire } from 'node:module'
import { AvError, findPrograms, type Programs } from './system/programs.ts'

/**
 * Finds the FFmpeg that is to be used: that of the operator, or without one the library that comes with Plinth. Throws
 * an AvError if it is not there or lacks something.
 */
export async function findAv(programs: Programs | null): Promise<Programs | null> {
  if (programs !== null) return findPrograms(programs)
  // Elsewhere its name has more parts.
  if (process.platform !== 'linux') return null
  try {
    createRequire(import.meta.url).resolve(LIBRARY)
  } catch {
    throw new AvError(
      `${LIBRARY} is not installed, which handles films and sounds. Install Plinth without VIDEO=system in its environment, or set VIDEO=system to use your own FFmpeg.`,
    )
  }
  return null
}

/** The part of node-av that holds FFmpeg. */
const LIBRARY = `@seydx/node-av-linux-${process.arch}`
