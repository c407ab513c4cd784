import type { CSSProperties } from 'react'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { Caption, shapeOf, StudyFile, type ShownFiles } from './study-media.tsx'

type Grid = Extract<Block, { type: 'grid' }>

/** Heights that rows begin with, in CSS pixels. They are stretched until they fill the wall. */
const ROWS: Record<Grid['rowHeight'], number> = { low: 150, middle: 230, tall: 330 }
/** A row is hardly ever stretched by more. */
const STRETCHED = 1.6

/** Files in justified rows, each as wide as its shape makes it, never cropped. */
export const StudyGrid = ({ grid, files }: { grid: Grid; files: ShownFiles }) => (
  <ul className="study-grid" style={{ '--row': `${ROWS[grid.rowHeight]}px` } as CSSProperties}>
    {grid.shots.map(({ mediaId, caption }, index) => {
      const file = files[mediaId]
      const ratio = shapeOf(file)
      return (
        // The same file may stand twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} style={{ '--ar': ratio } as CSSProperties}>
          <figure>
            <StudyFile
              file={file}
              sizes={`(max-width: 720px) 100vw, ${Math.round(ROWS[grid.rowHeight] * STRETCHED * ratio)}px`}
            />
            {grid.hasCaptions ? <Caption text={caption} /> : null}
          </figure>
        </li>
      )
    })}
  </ul>
)
