import { PageStage } from './page-stage.tsx'
import { PictureStage, PlainStage } from './picture-stage.tsx'
import type { StageProps } from './stage.ts'

/** What a file is looked at with. */
export function Stage(props: StageProps) {
  const { proof, preview } = props.version
  if (proof?.pages != null) return <PageStage {...props} />
  if (preview !== null) return <PictureStage {...props} />
  return <PlainStage {...props} />
}
