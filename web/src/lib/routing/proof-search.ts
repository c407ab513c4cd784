/** Parameters of a proof room. The first file in its newest version when absent. */
export interface ProofSearch {
  /** The thing that is looked at. */
  file?: string
  /** The number of its version. */
  version?: number
}

export function readProofSearch({ file, version }: Record<string, unknown>): ProofSearch {
  const number = Number(version)
  return {
    ...(typeof file === 'string' && file !== '' ? { file } : {}),
    ...(Number.isInteger(number) && number > 0 ? { version: number } : {}),
  }
}
