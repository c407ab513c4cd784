import { deflateSync } from 'node:zlib'
import {
  makeDocx,
  makeLockedPdf,
  makeOle,
  makePdf as pdfOf,
  makeZip,
  pdfStream,
  type PdfOptions,
} from '../../media/documents.ts'
import { filesOf, latin, type MalformedFile } from './file.ts'

const MB = 1024 ** 2
/** A PDF with a narrow page, which is drawn quickly. */
const makePdf = (options: PdfOptions): Buffer => pdfOf({ box: [2_000, 100], ...options })

export const bombDocuments = (): MalformedFile[] => [
  ...filesOf('PDF', bombPdfs()),
  ...filesOf('docx', bombArchives()),
  ...filesOf('doc', bombOles()),
  ...filesOf('txt', oddTexts()),
]

function bombPdfs(): Record<string, Buffer | string> {
  const zeros = deflateSync(Buffer.alloc(48 * MB), { level: 9 })
  const packed = deflateSync(zeros)
  const drawn = (content: string, more: PdfOptions = {}) => makePdf({ content, ...more })
  return {
    'objects that unpack to 48 MB': makePdf({
      objects: [pdfStream('/Type/ObjStm/N 1000000/First 8000000/Filter/FlateDecode', zeros)],
      catalog: '/Extra 11 0 R',
    }),
    'a page that unpacks twice': makePdf({
      objects: [pdfStream('/Filter[/FlateDecode/FlateDecode]', packed)],
    }).subarray(),
    'a table that leads back to itself': latin(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3/Root 1 0 R/Prev 57>>\nstartxref\n57\n%%EOF\n',
    ),
    'pages that hold one another': latin(
      '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 1>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n',
    ),
    'a billion pages': latin(
      '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 1000000000>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n',
    ),
    '3,000 pages': makePdf({ pages: 3_000 }),
    'a page as large as a country': makePdf({ box: [1e9, 1e9] }),
    'a page of no size': makePdf({ box: [0, 0] }),
    'a page like a thread': makePdf({ box: [1, 100_000] }),
    'lists 100,000 deep': makePdf({ catalog: `/Extra ${'['.repeat(100_000)}` }),
    'words 50,000 deep': makePdf({ catalog: `/Extra ${'<</A '.repeat(50_000)}` }),
    'a form that draws itself': drawn('/F Do', {
      resources: '/XObject<</F 10 0 R>>',
      objects: [
        pdfStream(
          '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 10 0 R>>>>',
          '/F Do /F Do',
        ),
      ],
    }),
    'a picture of 30,000 pixels a side': drawn('100 0 0 100 0 0 cm /I Do', {
      resources: '/XObject<</I 10 0 R>>',
      objects: [
        pdfStream(
          '/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceRGB',
          'x',
        ),
      ],
    }),
    'states 5,000 deep': drawn('q '.repeat(5_000)),
    'a script that runs at once': makePdf({
      catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>',
    }),
    'a password': makeLockedPdf(),
    'noise for a page': drawn('\x00\x01\x02 BT Tj ET )))) >>>> [[[['),
    'a head alone': '%PDF-1.7\n%%EOF\n',
    'an older head': '%PDF-1.0\nstartxref\n-1\n%%EOF',
  }
}

function bombArchives(): Record<string, Buffer | string> {
  const large = makeDocx([{ name: 'word/media/a.bin', data: 'x' }])
  const listAt = large.indexOf('PK\x01\x02')
  for (let at = listAt; at >= 0; at = large.indexOf('PK\x01\x02', at + 4)) {
    large.writeUInt32LE(0xff_ff_ff_fe, at + 24)
  }
  return {
    'parts that unpack to 10 GB': large,
    '20,000 parts': makeDocx(
      Array.from({ length: 20_000 }, (_, index) => ({ name: `word/${index}` })),
    ),
    'more parts than it says': makeDocx([], { count: 1 }),
    '65,535 parts that are not there': makeDocx([], { count: 65_535 }),
    'a part outside of it': makeDocx([{ name: '../../etc/cron.d/a', data: '* * * * * id' }]),
    'a link to a file': makeDocx([
      { name: 'word/a', data: '/etc/passwd', madeBy: 3 << 8, attributes: 0o120_777 << 16 },
    ]),
    'a locked part': makeDocx([{ name: 'word/a', flags: 1 }]),
    macros: makeDocx([{ name: 'word/vbaProject.bin', data: 'x' }]),
    'the body twice': makeDocx([{ name: 'word/document.xml' }]),
    'archives in an archive': makeZip([{ name: 'a.zip', data: makeDocx().toString('latin1') }]),
    'a sheet': makeZip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]),
    'a comment that looks like an end': makeDocx([], { comment: `PK\x05\x06${'\0'.repeat(18)}` }),
    'an end alone': latin(`PK\x03\x04PK\x05\x06${'\0'.repeat(18)}`),
  }
}

const bombOles = (): Record<string, Buffer> => ({
  'a directory in a circle': makeOle([{ name: 'WordDocument' }], [1]),
  'a directory that leads nowhere': makeOle([{ name: 'WordDocument' }], [0x7f_ff_ff_ff]),
  'entries in a circle': makeOle([{ name: 'A', left: 1, right: 1, child: 1 }]),
  'an entry behind the end': makeOle([{ name: 'A', left: 0xff_ff }]),
  macros: makeOle([
    { name: 'WordDocument', right: 2 },
    { name: 'Macros', isFolder: true },
  ]),
  'a sheet': makeOle([{ name: 'Workbook' }]),
  'a head alone': makeOle([]).subarray(0, 512),
  'nothing in it': makeOle([]),
})

const oddTexts = (): Record<string, Buffer | string> => ({
  'a line of 4 MB': 'a'.repeat(4 * MB),
  'a million lines': '\n'.repeat(1_000_000),
  'half of a pair': Buffer.from('\ufeff\ud83d', 'utf16le'),
  'marks on one letter': `a${'\u0301'.repeat(50_000)}`,
  'a mark alone': '\ufeff',
  'signs of a terminal': '\u001b[2J\u001b]0;a\u0007',
})
