// Measures one run of a program: wall time, CPU time and memory. Reads /proc during the run; bash reports the CPU time
// of all threads at the end.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const script = `
started=$EPOCHREALTIME; "$@" >/dev/null 2>&1 </dev/null & echo $! >&3
wait $!; status=$?; echo "$started $EPOCHREALTIME $status" >&3; times >&3`;

const clock = text => {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text);
  return (60 * Number(minutes) + Number(seconds)) * 1000;
};

/**
 * @returns {Promise<{ wall: number, main: number, user: number, all: number, peak: number, status: number }>} `peak`
 * in MiB, times in milliseconds
 */
export async function measureRun(command, cwd) {
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let output = '',
    timer,
    main = 0,
    peak = 0;
  child.stdio[3].on('data', chunk => {
    output += chunk;
    const pid = /^(\d+)\n/.exec(output)?.[1];
    if (!pid || timer) return;
    const look = () => {
      try {
        main = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
        peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? peak * 1024) / 1024;
      } catch {
        // the process has ended
      }
    };
    look();
    timer = setInterval(look, 5);
  });
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(timer);
  const [, times, , children] = output.trim().split('\n');
  const [start, end, status] = times.split(' ').map(Number),
    [user, system] = children.split(' ').map(clock);
  return { wall: (end - start) * 1000, main, user, all: user + system, peak, status };
}
