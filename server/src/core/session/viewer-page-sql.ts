import { sql, type RawBuilder } from 'kysely'
import { fetchedOf, isLong, type Cut } from '../../db/page-sql.ts'
import { statement, type Bound, type Slots } from '../../db/statement.ts'
import { keyOf, kindOf, meOf, type Who, type WhoKind } from './viewer-sql.ts'

/** Which page of a list, from what a request says. */
export interface PageInput {
  limit: number
  after: { key: number; id: string } | null
}

interface PageShape {
  who: WhoKind
  isLong: boolean
  isFirst: boolean
}

interface PageValues {
  viewer: Buffer | string | null
  key: number | null
  afterId: string | null
}

/** What a page's statement is made of: the table `me`, and where the page is in its list. */
export type PageSlots = Cut & { me: RawBuilder<unknown> }

/**
 * A statement for pages of a list as one viewer sees it, built once for each shape. `build` gets the shape, the slots of
 * the list's own values, and those of the viewer and the page.
 */
export function viewerPages<Shape extends object, Values extends object, Row>(
  build: (shape: Shape, slots: Slots<Values>, page: PageSlots) => RawBuilder<Row>,
): (who: Who, page: PageInput, shape: Shape, values: Values) => Bound<Row> {
  const bind = statement<Shape & PageShape, Values & PageValues, Row>((shape, slots) => {
    const { viewer, key, afterId } = slots as Slots<PageValues>
    return build(shape, slots, {
      me: meOf(shape.who, viewer),
      fetched: fetchedOf(shape.isLong),
      after: shape.isFirst ? null : { key: sql`${key}`, id: sql`${afterId}` },
    })
  })
  return (who, { limit, after }, shape, values) =>
    ofVisitors(
      who,
      bind(
        { ...shape, who: kindOf(who), isLong: isLong(limit), isFirst: after === null },
        {
          ...values,
          viewer: keyOf(who),
          key: after?.key ?? null,
          afterId: after?.id ?? null,
        },
      ),
    )
}

/** The same for what is no list: one thing as a viewer sees it. */
export function viewerReads<Shape extends object, Values extends object, Row>(
  build: (shape: Shape, slots: Slots<Values>, me: RawBuilder<unknown>) => RawBuilder<Row>,
): (who: Who, shape: Shape, values: Values) => Bound<Row> {
  type Viewer = Pick<PageValues, 'viewer'>
  const bind = statement<Shape & { who: WhoKind }, Values & Viewer, Row>((shape, slots) =>
    build(shape, slots, meOf(shape.who, (slots as Slots<Viewer>).viewer)),
  )
  return (who, shape, values) =>
    ofVisitors(who, bind({ ...shape, who: kindOf(who) }, { ...values, viewer: keyOf(who) }))
}

const ofVisitors = <Row>(who: Who, bound: Bound<Row>): Bound<Row> =>
  kindOf(who) === 'visitor' ? { ...bound, isOfVisitors: true } : bound
