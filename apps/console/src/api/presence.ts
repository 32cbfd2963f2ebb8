/** Who has not touched the page for so long is idle: its requests then do not keep the session alive. */
const idleAfterMs = 60_000;

let lastInputAt = Date.now();

/** Whether nobody has used the page for a minute. */
export const isIdle = (now = Date.now()): boolean => now - lastInputAt > idleAfterMs;

export function watchPresence(): void {
  const note = () => {
    lastInputAt = Date.now();
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
    window.addEventListener(type, note, { passive: true, capture: true });
}
