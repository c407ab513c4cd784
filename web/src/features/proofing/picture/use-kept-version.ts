import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { useKeptLink } from '../stage/use-kept-link.ts'

/** A version with links that stay the same while they work: with each new one a film would begin again. */
export function useKeptVersion(version: ProofVersion): ProofVersion {
  const { preview, proof } = version
  const previewUrl = useKeptLink(preview?.url ?? '')
  const proofUrl = useKeptLink(
    (proof?.picture ?? proof?.film ?? proof?.pages ?? proof?.sound)?.url ?? '',
  )
  const kept = <T extends { url: string }>(one: T | null): T | null =>
    one === null ? null : { ...one, url: proofUrl }
  return {
    ...version,
    preview: preview === null ? null : { ...preview, url: previewUrl },
    proof:
      proof === null
        ? null
        : {
            picture: kept(proof.picture),
            film: kept(proof.film),
            pages: kept(proof.pages),
            sound: kept(proof.sound),
            archive: proof.archive,
          },
  }
}
