// A file system of its own in a file: it can be full, and it can lose power.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensurePackages, programOf } from '../rig/packages.mjs'
import { giveUp } from '../setup.mjs'

const PACKAGES = {
  perl: 'perl-base',
  fallocate: 'util-linux',
  mount: 'mount',
  umount: 'mount',
  sync: 'coreutils',
  'mkfs.ext4': 'e2fsprogs',
}
/** EXT4_IOC_SHUTDOWN without flushing the log: what the file system has not written is lost, as when power goes. */
const CUT =
  'my $how = pack("L", 2); open(my $at, "<", $ARGV[0]) or die $!; ioctl($at, 0x8004587d, $how) or die $!'
const BLOCK = Buffer.alloc(4_096)
const REST_BYTES = 8 * 1024 ** 2
const UNMOUNT_MS = 30_000

const call = (name, ...args) =>
  execFileSync(programOf(name), args.map(String), { stdio: ['ignore', 'pipe', 'pipe'] })

/** Makes it and mounts it. It is removed at the end. Only root may do that. */
export function makeDevice({ megabytes, stops }) {
  if (process.getuid?.() !== 0) giveUp('This drill mounts a file system, so only root can run it.')
  ensurePackages(PACKAGES, 'This drill')
  // PostgreSQL runs as another user, who must be able to enter it.
  const home = mkdtempSync(path.join(os.tmpdir(), 'plinth-drill-'))
  chmodSync(home, 0o755)
  const image = path.join(home, 'image')
  const folder = path.join(home, 'disk')
  mkdirSync(folder)
  call('fallocate', '-l', megabytes * 1024 ** 2, image)
  // Nothing is kept for root, and everything is made now instead of while the drill runs.
  call('mkfs.ext4', '-q', '-m', 0, '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
  const mount = () => call('mount', '-o', 'loop,noatime', image, folder)
  const unmount = async () => {
    for (const end = Date.now() + UNMOUNT_MS; ; await sleep(100)) {
      try {
        call('umount', folder)
        return
      } catch (error) {
        // Processes that were killed hold their files for a moment.
        if (Date.now() > end) throw error
      }
    }
  }
  mount()
  chmodSync(folder, 0o755)
  const filler = path.join(folder, 'filler')
  stops.push(async () => {
    await unmount()
    rmSync(home, { recursive: true, force: true })
  })
  return {
    folder,
    mount,
    unmount,
    /** Writes everything that is there to the device. */
    sync: () => void call('sync', '-f', folder),
    /** Cuts the power. Everything that follows fails until the device is mounted again. */
    cut: () => void call('perl', '-e', CUT, folder),
    /** Uses all that is left, to the last block. */
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      // What is written meanwhile must not make this fail.
      call('fallocate', '-l', Math.max(bavail * bsize - REST_BYTES, bsize), filler)
      const file = openSync(filler, 'a')
      try {
        for (;;) writeSync(file, BLOCK)
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    /** What whoever had opened a file gives back for a moment does not count. */
    isFull: () => statfsSync(folder).bavail * statfsSync(folder).bsize < REST_BYTES,
  }
}
