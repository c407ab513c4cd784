import { makeDocx, makePdf, makeZip } from '../media/documents.ts'
import { filesOf, latin, type MalformedFile } from './malformed-file.ts'

const HTML = '<html><script>alert(document.domain)</script></html>'
const SCRIPT = '=1;alert(document.domain);//'

/** Files that are two things at once, so that each reader sees what its sender wants. */
export function polyglotFiles(whole: Record<string, Buffer>): MalformedFile[] {
  const of = (type: string): Buffer => whole[type] ?? Buffer.alloc(0)
  const archive = makeZip([{ name: 'a.html', data: HTML }])
  const behind = (type: string, other: Buffer | string): Buffer =>
    Buffer.concat([of(type), Buffer.from(other as Buffer)])
  const program = makeZip([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }])
  return filesOf('two in one', {
    'JPEG and archive': behind('JPEG', archive),
    'JPEG and HTML': behind('JPEG', HTML),
    'JPEG and PDF': behind('JPEG', makePdf()),
    'JPEG and Java': behind('JPEG', program),
    'PNG and HTML': behind('PNG', HTML),
    'PNG and PHP': behind('PNG', '<?php system("id");'),
    'GIF and script': Buffer.concat([latin('GIF89a'), latin(`/*${SCRIPT}*/`), of('GIF')]),
    'GIF and a script behind': behind('GIF', `*/${SCRIPT}`),
    'WebP and HTML': behind('WebP', HTML),
    'TIFF and HTML': behind('TIFF', HTML),
    'AVIF and HTML': behind('AVIF', HTML),
    'MP4 and HTML': behind('MP4', HTML),
    'MP4 and PDF': behind('MP4', makePdf()),
    'MP4 and a playlist': behind('MP4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    'WebM and HTML': behind('WebM', HTML),
    'PDF and HTML': behind('PDF', HTML),
    'HTML in front of a PDF': Buffer.concat([latin(HTML), makePdf()]),
    'docx and Java': makeDocx([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }]),
    'docx and something behind': Buffer.concat([makeDocx(), latin(HTML)]),
    'docx and something in front': Buffer.concat([latin(HTML), makeDocx()]),
    'text and HTML further down': `a text\n\n${HTML}\n`,
  })
}
