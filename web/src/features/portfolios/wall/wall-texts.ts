import { counted, fromPrice } from '../../../lib/format/format.ts'

/** Texts of walls and of series on them. */
export const wallTexts = {
  seriesOf: (works: number) => `Series of ${works.toLocaleString('en')}`,
  /** `Series of 3, From $950`; without the price where no work has one. */
  figures: (works: number, from: number | null) =>
    from === null ? wallTexts.seriesOf(works) : `${wallTexts.seriesOf(works)}, ${fromPrice(from)}`,
  seriesName: (title: string, works: number, from: number | null) =>
    `${title}, ${wallTexts.figures(works, from)}`,
  by: 'By ',
  inIt: 'Works in this series',
  works: (works: number) => counted(works, 'work'),
  loading: 'Loading the series',
  failed: 'We couldn’t load this series.',
  missing: 'This series isn’t here',
} as const
