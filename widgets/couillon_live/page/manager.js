// Jupyter's own widget manager over the page's comms, for ipywidgets that are not ours. Loaded only by pages that show one.
import { HTMLManager } from "@jupyter-widgets/html-manager/lib/htmlmanager";
import "@jupyter-widgets/controls/css/widgets-base.css";
import * as base from "@jupyter-widgets/base";
import anywidget from "anywidget";

class PageComm {
  constructor(id, target, post) {
    Object.assign(this, { comm_id: id, target_name: target, post });
  }

  #send(type, data, buffers) {
    this.post(type, this.comm_id, data, buffers, this.target_name);
    return this.comm_id;
  }

  open(data, _callbacks, _metadata, buffers) {
    return this.#send("comm_open", data, buffers);
  }

  close(data, _callbacks, _metadata, buffers) {
    return this.#send("comm_close", data, buffers);
  }

  send(data, callbacks, _metadata, buffers) {
    const id = this.#send("comm_msg", data, buffers);
    // Python takes messages in order, so it is idle again as soon as this one is sent.
    queueMicrotask(() => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } }));
    return id;
  }

  on_msg(listener) {
    this.heard = listener;
  }

  on_close(listener) {
    this.closed = listener;
  }
}

export class Manager extends HTMLManager {
  constructor({ post, widgetModule }) {
    const modules = { anywidget: anywidget(base) };
    super({
      loader: async (name) => {
        if (!modules[name]) throw new Error(`No widget module named ${name} is on this page.`);
        return modules[name];
      },
    });
    Object.assign(this, { post, widgetModule, comms: new Map(), work: Promise.resolve() });
  }

  async _create_comm(target, id) {
    const comm = new PageComm(id, target, this.post);
    this.comms.set(id, comm);
    return comm;
  }

  receive(message, buffers) {
    const { comm_id: id, target_name: target, data } = message.content;
    const views = buffers.map((b) => new DataView(b.buffer, b.byteOffset, b.byteLength));
    if (message.type === "comm_open") {
      const comm = new PageComm(id, target, this.post);
      this.comms.set(id, comm);
      // Our own widgets come without their code: inside a foreign one they use the page's module.
      if (data.state?._anywidget_id && !data.state._esm) {
        data.state._esm = this.widgetModule; // an address, which anywidget imports
        data.state._css = "";
      }
      const model = this.handle_comm_open(comm, { ...message, buffers: views });
      this.register_model(id, model);
      comm.made = model;
      this.#after(model);
    } else if (message.type === "comm_msg") {
      // A model is made in steps; what is said to it meanwhile waits.
      const comm = this.comms.get(id);
      if (comm) this.#after(comm.made?.then(() => comm.heard?.({ ...message, buffers: views })));
    }
    if (message.type === "comm_close") {
      this.comms.get(id)?.closed?.({ ...message, buffers: views });
      this.comms.delete(id);
    }
  }

  #after(part) {
    this.work = Promise.all([this.work, part]);
    this.work.catch(() => {}); // told where it is awaited
  }

  // Resolves when all that was said so far has arrived in the models.
  settled() {
    return this.work;
  }

  async show(id, element) {
    const model = await this.get_model(id);
    await this.display_view(this.create_view(model), element);
  }
}
