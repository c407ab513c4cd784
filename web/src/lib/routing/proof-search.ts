/** Parameters of a proof room. The first file in its newest version when absent. */
export interface ProofSearch {
  /** The thing that is looked at. */
  file?: string
  /** The number of its version. */
  version?: number
  /** The number of an older version that it is compared with. */
  compare?: number
}

export function readProofSearch({ file, version, compare }: Record<string, unknown>): ProofSearch {
  const number = Number(version)
  const older = Number(compare)
  return {
    ...(typeof file === 'string' && file !== '' ? { file } : {}),
    ...(Number.isInteger(number) && number > 0 ? { version: number } : {}),
    ...(Number.isInteger(older) && older > 0 ? { compare: older } : {}),
  }
}
