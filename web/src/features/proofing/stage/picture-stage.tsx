import './stage.css'
import { lazy, Suspense, type CSSProperties } from 'react'
import { isWaiting } from '../proof-api.ts'
import { texts } from '../proof-texts.ts'
import type { StageProps } from './stage.ts'

const ZoomedPicture = lazy(async () => ({
  default: (await import('./zoomed-picture.tsx')).ZoomedPicture,
}))

/** A picture on the ledge, as a whole or to the pixel. */
export const PictureStage = (props: StageProps) => (
  <Suspense
    fallback={
      <>
        <div className="proof-zoom" style={ratioOf(props.version)} />
        <div className="proof-tools">{props.tools}</div>
      </>
    }
  >
    <ZoomedPicture {...props} />
  </Suspense>
)

const ratioOf = ({ preview }: StageProps['version']) =>
  ({ '--ar': preview === null ? 1 : preview.width / preview.height }) as CSSProperties

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
  const isMaking = isWaiting(version)
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
