import pg from 'pg'

export interface Column {
  name: string
  /** The id of the type in PostgreSQL. */
  type: number
  /** Whether it is a column of a table that can be null. Unknown for computed values. */
  isNullable: boolean
}

/** Returns the columns of a statement's result; rejects with PostgreSQL's error if the statement is wrong. */
export type Describe = (text: string) => Promise<Column[]>

/** Lets PostgreSQL parse a statement and describe its result, without running it. */
class Description implements pg.Submittable {
  #fields: pg.FieldDef[] = []
  readonly #text: string
  readonly #resolve: (fields: pg.FieldDef[]) => void
  readonly #reject: (error: Error) => void

  constructor(
    text: string,
    resolve: (fields: pg.FieldDef[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.parse({ text: this.#text, name: '', types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields)
  }
}

/** Describes each text once. */
export async function createDescribe(client: pg.Client): Promise<Describe> {
  const { rows } = await client.query<{ at: string }>(
    "select attrelid::oid || '.' || attnum as at from pg_attribute where attnum > 0 and not attnotnull",
  )
  const nullable = new Set(rows.map(({ at }) => at))
  const known = new Map<string, Promise<Column[]>>()
  const describe = async (text: string): Promise<Column[]> => {
    const fields = await new Promise<pg.FieldDef[]>((resolve, reject) => {
      client.query(new Description(text, resolve, reject))
    })
    return fields.map((field) => ({
      name: field.name,
      type: field.dataTypeID,
      isNullable: nullable.has(`${field.tableID}.${field.columnID}`),
    }))
  }
  return (text) => {
    const columns = known.get(text) ?? describe(text)
    known.set(text, columns)
    return columns
  }
}
