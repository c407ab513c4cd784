import { MAX_PARTS, type Extent } from './bytes.ts'

/** Content Credentials, or one segment of them. */
export interface CredentialPart {
  /** Where it is in the file as it was uploaded. */
  place: Extent
  /** The boxes (JUMBF) inside. */
  data: Buffer
}

/**
 * Whether Content Credentials may stay: they are for a file of which nothing else was changed, and have no part that says
 * where, with what or of whom it was made.
 */
export function mayKeepCredentials(
  uploaded: Buffer,
  stripped: Buffer,
  parts: readonly CredentialPart[],
): boolean {
  const places = parts.map(({ place }) => place)
  return (
    parts.length > 0 &&
    areOnlyChange(uploaded, stripped, places) &&
    sayWhatIsKnown(Buffer.concat(parts.map(({ data }) => data)))
  )
}

function areOnlyChange(uploaded: Buffer, stripped: Buffer, places: readonly Extent[]): boolean {
  if (uploaded.length === stripped.length) {
    const [before, after] = [Buffer.from(uploaded), Buffer.from(stripped)]
    for (const { start, end } of places) {
      before.fill(0, start, end)
      after.fill(0, start, end)
    }
    return before.equals(after)
  }
  const rest = [...places, { start: uploaded.length, end: uploaded.length }].map(
    ({ start }, index) => uploaded.subarray(places[index - 1]?.end ?? 0, start),
  )
  const before = Buffer.concat(rest)
  // A WebP states its length at its start.
  if (before.toString('latin1', 0, 4) === 'RIFF') before.writeUInt32LE(before.length - 8, 4)
  return before.equals(stripped)
}

const HEAD_BYTES = 8
const TYPE_BYTES = 16
/** Of a description: a label follows. */
const HAS_LABEL = 0x02
const MAX_DEPTH = 8

/** How a picture came about, by whom, and what binds that to its bytes. Anything else may name a place or a device. */
const KNOWN_LABELS =
  /^(?:c2pa|(?:urn:(?:uuid|c2pa):|[\w.-]+:urn:uuid:)[\w:.-]+|c2pa\.(?:assertions|claim(?:\.v2)?|signature|credentials|actions(?:\.v2)?|hash\.(?:data|boxes|bmff(?:\.v[23])?)|ingredient(?:\.v[23])?|thumbnail\.claim(?:\.\w+)?|training-mining|soft-binding)|cawg\.(?:training-mining|identity)|stds\.schema-org\.CreativeWork)(?:__\d+)?$/

/** Whether every part has a label that we know. */
function sayWhatIsKnown(boxes: Buffer): boolean {
  try {
    const labels = labelsIn(boxes, 0)
    return labels.length > 0 && labels.every((label) => KNOWN_LABELS.test(label))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

/** The labels of all boxes that contain others. */
function labelsIn(boxes: Buffer, depth: number): string[] {
  if (depth > MAX_DEPTH) throw new RangeError('too many boxes inside each other')
  const labels: string[] = []
  for (let at = 0; at < boxes.length;) {
    const end = at + boxes.readUInt32BE(at)
    if (end < at + HEAD_BYTES || end > boxes.length)
      throw new RangeError('box leaves its container')
    const type = boxes.toString('latin1', at + 4, at + HEAD_BYTES)
    const data = boxes.subarray(at + HEAD_BYTES, end)
    if (type === 'jumd') labels.push(labelOf(data))
    else if (type === 'jumb') labels.push(...labelsIn(data, depth + 1))
    else if (depth === 0 || type === 'brob') throw new RangeError('not a box of labels')
    if (labels.length > MAX_PARTS) throw new RangeError('too many boxes')
    at = end
  }
  return labels
}

function labelOf(description: Buffer): string {
  const at = TYPE_BYTES + 1
  if ((description.readUInt8(TYPE_BYTES) & HAS_LABEL) === 0) throw new RangeError('no label')
  const end = description.indexOf(0, at)
  return description.toString('latin1', at, end === -1 ? description.length : end)
}
