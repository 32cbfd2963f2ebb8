const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the host of an address is this machine, as browsers see it: they treat `http` there like HTTPS. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);
