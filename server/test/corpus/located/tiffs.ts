import { deflateSync } from 'node:zlib'
import { LATITUDE, LONGITUDE, WORDS, collectFiles, type LocatedFile } from './canaries.ts'
import {
  EXIF_TAG,
  exifWordFields,
  GPS_TAG,
  gpsFields,
  iptcRecords,
  makeExif,
  PHOTOSHOP_IPTC,
  photoshopResource,
  xmpAttributes,
} from './metadata.ts'
import { quarterPixels } from './quarters.ts'
import { makeStructure, type Field, type Order } from '../tiff.ts'

const DEFLATE = 8

/** The fields that describe the pixels. */
function pictureFields(orientation = 1, subfile = 0): Field[] {
  const { data, width, height } = quarterPixels(orientation)
  const strip = deflateSync(data)
  return [
    [254, 'long', [subfile]],
    [256, 'long', [width]],
    [257, 'long', [height]],
    [258, 'short', [8, 8, 8]],
    [259, 'short', [DEFLATE]],
    [262, 'short', [2]],
    [273, 'data', strip],
    [274, 'short', [orientation]],
    [277, 'short', [3]],
    [278, 'long', [height]],
    [279, 'long', [strip.length]],
  ]
}

export function locatedTiffs(): LocatedFile[] {
  const { files, add } = collectFiles('TIFF')
  const dress = (order: Order, fields: Field[], orientation = 1) =>
    makeStructure(order, [[...pictureFields(orientation), ...fields]])
  const gps: Field = [GPS_TAG, 'directories', [gpsFields()]]

  add('GPS, little end first', dress('II', [gps]))
  add('GPS, big end first', dress('MM', [gps]))
  add('GPS, turned', dress('II', [gps], 6))
  add('XMP', dress('II', [[700, 'byte', Buffer.from(xmpAttributes())]]))
  add('IPTC', dress('MM', [[33_723, 'undefined', iptcRecords()]]))
  const resource = photoshopResource(PHOTOSHOP_IPTC, iptcRecords())
  add("Photoshop's resources", dress('II', [[34_377, 'byte', resource]]))
  add(
    'GeoTIFF',
    dress('II', [
      [33_550, 'double', [0.000_1, 0.000_1, 0]],
      [33_922, 'double', [0, 0, 0, LONGITUDE, LATITUDE, 0]],
    ]),
  )
  add(
    'words',
    dress('MM', [
      [270, 'ascii', WORDS],
      [EXIF_TAG, 'directories', [[exifWordFields.userComment]]],
    ]),
    { takenOut: 'comment' },
  )
  add('GPS of a second page', makeStructure('II', [pictureFields(), [...pictureFields(1, 2), gps]]))
  add('thumbnail with GPS', makeStructure('II', [pictureFields(), [...pictureFields(1, 1), gps]]), {
    takenOut: 'preview',
  })
  add('behind the end', Buffer.concat([dress('II', []), Buffer.from(WORDS), makeExif()]), {
    takenOut: 'rest',
  })
  return files
}
