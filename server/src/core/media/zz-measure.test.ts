import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import sharp from 'sharp'
import { test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
const peaks = () => execFileSync('pgrep', ['-P', String(process.pid), '-f', 'imaging-child']).toString().trim().split('\n')
  .map((pid) => { const st = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' '); return `${Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024 | 0}MB cpu ${(Number(st[13]) + Number(st[14])) / 100}s` })
test('measure', async () => {
  const png = await sharp({ create: { width: 4200, height: 3200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).png({ compressionLevel: 6 }).toBuffer()
  const jpeg = readFileSync('/tmp/b-photo.jpg')
  for (const [name, file] of [['12MP jpeg', jpeg], ['40MB png', png]] as const) {
    const site = await startTestApp()
    const alice = await site.person('A', { isCreator: true })
    const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const t = performance.now()
    const r = await fetch(`${origin}/api/media?fileName=a`, { method: 'POST', body: new Uint8Array(file), headers: { cookie: alice.cookie, origin: 'http://localhost:3000' } })
    const m = await r.json() as any
    const t201 = performance.now() - t
    const p201 = peaks()
    let tReady = 0, first = 0, pReady: any
    for (;;) {
      const { body } = await site.request({ url: `/api/media/${m.id}`, as: alice })
      if (!first && body.picture.renditions.length) first = performance.now() - t
      if (!tReady && body.state === 'ready') { tReady = performance.now() - t; pReady = peaks() }
      if (body.picture.renditions.length === 7) break
      await new Promise((f) => setTimeout(f, 50))
    }
    console.log(name, (file.length / 1e6).toFixed(1) + 'MB', r.status, 'to 201', t201 | 0, p201, 'first rendition', first | 0, 'ready', tReady | 0, pReady, 'all', (performance.now() - t) | 0, 'child peaks', peaks(), 'api rss', process.memoryUsage.rss() / 1e6 | 0, 'load', os.loadavg()[0])
    await site.close()
  }
}, 400_000)
