import { lazy, Suspense } from 'react'
import { PageStage } from './page-stage.tsx'
import { PictureStage, PlainStage } from './picture-stage.tsx'
import type { StageProps } from './stage.ts'

const ArchiveStage = lazy(async () => ({
  default: (await import('../archive/archive-stage.tsx')).ArchiveStage,
}))
const FilmStage = lazy(async () => ({
  default: (await import('../film/film-stage.tsx')).FilmStage,
}))
const SoundStage = lazy(async () => ({
  default: (await import('../sound/sound-stage.tsx')).SoundStage,
}))

/** What a file is looked at with. */
export function Stage(props: StageProps) {
  const { proof, preview, frames } = props.version
  if (proof?.film != null && frames !== null)
    return (
      <Suspense fallback={<div className="proof-scene" />}>
        <FilmStage {...props} />
      </Suspense>
    )
  if (proof?.sound != null)
    return (
      <Suspense fallback={<div className="proof-scene" />}>
        <SoundStage {...props} />
      </Suspense>
    )
  if (proof?.pages != null) return <PageStage {...props} />
  if (proof?.archive != null)
    return (
      <Suspense fallback={<div className="proof-scene" />}>
        <ArchiveStage {...props} archive={proof.archive} />
      </Suspense>
    )
  if (preview !== null || proof?.picture != null) return <PictureStage {...props} />
  return <PlainStage {...props} />
}
