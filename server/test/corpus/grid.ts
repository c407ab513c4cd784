import { drawPicture } from '../media/pictures.ts'
import { box, fullBox, shorts, words } from './boxes.ts'

const SIDE = 64

/** Finds a box anywhere in a file, by its name. */
function boxIn(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4
  return file.subarray(at, at + file.readUInt32BE(at))
}

/** An AVIF of two pictures beside each other, as programs write large ones. */
export async function gridAvif(): Promise<Buffer> {
  const tile = await drawPicture(SIDE, SIDE).avif({ effort: 0 }).toBuffer()
  const pixels = boxIn(tile, 'mdat').subarray(8)
  const ids = [1, 2, 3] as const
  const info = (id: number, type: string, isHidden: boolean) =>
    fullBox('infe', 2, Number(isHidden), shorts(id, 0), Buffer.from(`${type}\0`))
  const size = (width: number) => fullBox('ispe', 0, 0, words(width, SIDE))
  const properties = [size(SIDE), boxIn(tile, 'pixi'), boxIn(tile, 'av1C'), size(2 * SIDE)]
  const owns = (id: number, ...numbers: number[]) =>
    Buffer.concat([shorts(id), Buffer.from([numbers.length, ...numbers])])
  const grid = Buffer.concat([Buffer.from([0, 0, 0, 1]), shorts(2 * SIDE, SIDE)])
  const meta = (pixelsAt: number) =>
    fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, words(0), Buffer.from('pict'), words(0, 0, 0), Buffer.from('\0')),
      fullBox('pitm', 0, 0, shorts(1)),
      fullBox(
        'iloc',
        1,
        0,
        Buffer.from([0x44, 0]),
        shorts(ids.length),
        // The grid is inside this box, the pictures are behind it.
        shorts(1, 1, 0, 1),
        words(0, grid.length),
        shorts(2, 0, 0, 1),
        words(pixelsAt, pixels.length),
        shorts(3, 0, 0, 1),
        words(pixelsAt, pixels.length),
      ),
      fullBox(
        'iinf',
        0,
        0,
        shorts(ids.length),
        info(1, 'grid', false),
        info(2, 'av01', true),
        info(3, 'av01', true),
      ),
      fullBox('iref', 0, 0, box('dimg', shorts(1, 2, 2, 3))),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          0,
          0,
          words(ids.length),
          owns(1, 4, 2),
          owns(2, 1, 2, 0x83),
          owns(3, 1, 2, 0x83),
        ),
      ),
      box('idat', grid),
    )
  const head = box('ftyp', 'avif', words(0), 'avifmif1miaf')
  const pixelsAt = head.length + meta(0).length + 8
  return Buffer.concat([head, meta(pixelsAt), box('mdat', pixels)])
}
