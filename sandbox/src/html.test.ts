import { expect, test } from 'vitest'
import { html } from './html.ts'

test('escapes values, but neither markup nor lists of it, and renders null as nothing', () => {
  const evil = `"><script>alert('x')</script>&`
  expect(
    html`<p title="${evil}">${[html`<b>${1}</b>`, html`<i></i>`]}${null}${undefined}</p>`.text,
  ).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;"><b>1</b><i></i></p>',
  )
})
