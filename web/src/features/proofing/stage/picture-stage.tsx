import './stage.css'
import type { CSSProperties } from 'react'
import { texts } from '../proof-texts.ts'
import type { StageProps } from './stage.ts'
import { useKeptLink } from './use-kept-link.ts'

/** A picture as a whole, on the ledge, with the marks over it. */
export function PictureStage({ version, layer, tools, onFailed }: StageProps) {
  const src = useKeptLink(version.preview?.url ?? '')
  if (version.preview === null) return null
  const { width, height, alt } = version.preview
  return (
    <>
      <Scene ratio={width / height}>
        <img src={src} alt={alt} width={width} height={height} onError={onFailed} />
        {layer}
      </Scene>
      <div className="proof-tools">{tools}</div>
    </>
  )
}

/** As large as the stage allows, never cropped, with its foot on the ledge. */
export function Scene({ ratio, children }: { ratio: number; children: React.ReactNode }) {
  return (
    <div className="proof-scene">
      <div className="proof-shown" style={{ '--ar': ratio } as CSSProperties}>
        {children}
      </div>
    </div>
  )
}

/** What can't be shown: only its name, and why. */
export function PlainStage({ version, tools }: Pick<StageProps, 'version' | 'tools'>) {
  const { previewState, proofState, fileName } = version
  const isMaking = previewState === 'waiting' || proofState === 'waiting'
  const isFailed = previewState === 'failed' || proofState === 'failed'
  return (
    <>
      <div className="proof-scene">
        <div className="proof-plain">
          <p className="display text-24 text-ink wrap-anywhere">{fileName}</p>
          <p className="mt-3 text-14 text-ink-2" role={isMaking ? 'status' : undefined}>
            {isMaking
              ? texts.room.making
              : isFailed
                ? texts.room.previewFailed
                : texts.room.notShown}
          </p>
        </div>
      </div>
      <div className="proof-tools">{tools}</div>
    </>
  )
}
