import { Html } from './markup.ts'

const TEXT_FONT = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif"
const DISPLAY_FONT = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"

/** Colours of a light email. The dark ones are in `HEAD`, by class. */
export const COLOR = {
  page: '#e9e4dc',
  card: '#ffffff',
  well: '#f2f1ec',
  ink: '#14131c',
  soft: '#3d3a48',
  quiet: '#5f5b6b',
  line: '#dedad2',
  paper: '#efe9dd',
  paperInk: '#1a1922',
  paperLine: '#d9d0be',
  accent: '#a855f7',
  onAccent: '#0a0a10',
  stone: '#6f6d7c',
} as const

export const STYLE = {
  text: `margin:0 0 16px;font:400 17px/27px ${TEXT_FONT};color:${COLOR.soft}`,
  note: `margin:0 0 16px;font:400 15px/23px ${TEXT_FONT};color:${COLOR.quiet}`,
  heading: `margin:8px 0 4px;font:700 17px/27px ${TEXT_FONT};color:${COLOR.ink}`,
  title: `margin:0 0 20px;font:700 30px/36px ${DISPLAY_FONT};letter-spacing:-.4px;color:${COLOR.ink}`,
  brand: `font:700 21px/28px ${DISPLAY_FONT};letter-spacing:-.2px;color:${COLOR.ink};text-decoration:none`,
  button: `display:block;padding:15px 20px;border-radius:6px;font:700 17px/22px ${TEXT_FONT};color:${COLOR.onAccent};text-align:center;text-decoration:none`,
  link: `color:${COLOR.ink};font-weight:700;text-decoration:underline`,
  footer: `margin:0 0 6px;font:400 14px/21px ${TEXT_FONT};color:${COLOR.quiet}`,
  footerLink: `color:${COLOR.quiet};text-decoration:underline`,
  initial: `font:700 22px/56px ${DISPLAY_FONT};color:${COLOR.paperInk}`,
  row: `padding:13px 0;font:400 17px/24px ${TEXT_FONT};color:${COLOR.paperInk}`,
} as const

/**
 * What style attributes cannot say. The dark colours are there twice: for programs that follow the system, and by the
 * attributes that Outlook's programs set. Paper stays paper.
 */
const DARK: readonly (readonly [selector: string, rule: string])[] = [
  ['.page', 'background-color:#0f0f17!important'],
  ['.card', 'background-color:#16161f!important'],
  ['.well', 'background-color:#1e1e29!important'],
  ['.ledge', 'border-color:#ffe7bf!important'],
  ['.ink', 'color:#ffffff!important'],
  ['.soft', 'color:#cdccd8!important'],
  ['.quiet', 'color:#a9a8ba!important'],
  ['.line', 'border-color:#2c2c3a!important'],
  ['.block', 'background-color:#ffffff!important'],
  ['.paper', 'background-color:#efe9dd!important'],
  ['.paper-ink', 'color:#1a1922!important'],
  ['.button', 'background-color:#a855f7!important'],
  ['.on-button', 'color:#0a0a10!important'],
]

const rules = (prefix: string, of: (rule: string) => boolean): string =>
  DARK.filter(([, rule]) => of(rule))
    .map(([selector, rule]) => `${prefix}${selector}{${rule}}`)
    .join('\n')
const isText = (rule: string): boolean => rule.startsWith('color')

export const HEAD = new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{width:100%!important;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
table{border-collapse:separate;mso-table-lspace:0;mso-table-rspace:0}
img{border:0;outline:none;text-decoration:none;-ms-interpolation-mode:bicubic}
a{overflow-wrap:anywhere}
@media (max-width:480px){
.edge{padding-left:20px!important;padding-right:20px!important}
.around{padding:8px!important}
.title{font-size:26px!important;line-height:31px!important}
}
@media (prefers-color-scheme:dark){
${rules('', () => true)}
}
${rules('[data-ogsc] ', isText)}
${rules('[data-ogsb] ', (rule) => !isText(rule))}
</style>
<!--[if mso]><style>table,td,p,a,h1,h2{font-family:Arial,sans-serif!important}</style><![endif]-->`)
